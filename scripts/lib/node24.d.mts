export declare const NODE_MAJOR: number;
export declare const runningMajor: number;
export declare function installNode24(log?: (line: string) => void): string;
