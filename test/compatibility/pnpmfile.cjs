// What n8n-workflow pins of n8n's own parts is not always published: a near version does as well here.
const near = (version) => {
	const [major, minor] = version.split('.').map(Number);
	return `>=${major}.${minor}.0 <${major}.${minor + 2}.0`;
};

const readPackage = (manifest) => {
	for (const [name, version] of Object.entries(manifest.dependencies ?? {})) {
		if (name.startsWith('@n8n/') && /^\d/.test(version))
			manifest.dependencies[name] = near(version);
	}
	return manifest;
};

module.exports = { hooks: { readPackage } };
