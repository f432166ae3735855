import { useState } from 'react';
import { isSame } from './labels/labels';

/**
 * Returns the values of a form that differ from those with which it was opened. Only these are sent: others may change the other ones
 * meanwhile. The service refuses a change without any.
 */
export function useChanged<Values extends object>(values: Values): Partial<Values> {
  const [first] = useState(values);
  const changed = Object.entries(values).filter(([name, value]) => !isSame(value, first[name as keyof Values]));
  return Object.fromEntries(changed) as Partial<Values>;
}
