export * from '../../scripts/lib/json.mts';
