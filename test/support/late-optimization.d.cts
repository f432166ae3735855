export const LATE_OPTIMIZATION: string;
