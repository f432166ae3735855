export const LATE_OPTIMIZATION: readonly string[];
