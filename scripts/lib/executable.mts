import type * as Core from 'n8n-core';
import type * as Flow from 'n8n-workflow';

function isContext(context: object): context is Core.ExecuteContext {
	return 'additionalData' in context;
}

/** Adds `execute` to a declarative node, as n8n does. */
export function executable(
	{ core, flow }: { core: typeof Core; flow: typeof Flow },
	type: Flow.INodeType | Flow.IVersionedNodeType,
): Flow.INodeType {
	const nodeType = flow.NodeHelpers.getVersionedNodeType(type);
	if (!nodeType.execute && !nodeType.poll) {
		nodeType.execute = async function () {
			if (!isContext(this)) throw new Error('Only n8n-core runs nodes here');
			return (await new core.RoutingNode(this, nodeType).runNode()) ?? [];
		};
	}
	return nodeType;
}
