import { expect, it } from 'vitest';

import manifest from '../../../../package.json' with { type: 'json' };
import type * as UserAgentModule from '../../../../nodes/shared/http/userAgent';
import { built } from '../../../kit/built.mts';
import { credentialTypes } from '../../../kit/engine.mts';

const { USER_AGENT } = built<typeof UserAgentModule>('shared/http/userAgent');

it('names the package and its version', () => {
	expect(USER_AGENT).toBe(`${manifest.name}/${manifest.version}`);
});

it('goes with the test of the OAuth2 credential', () => {
	const { test } = credentialTypes.videoSubscriptionOAuth2Api ?? {};
	expect(test?.request.headers).toEqual({ 'User-Agent': USER_AGENT });
});
