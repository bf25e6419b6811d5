export * from '../../scripts/lib/defined.mts';
