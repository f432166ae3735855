/** The share of the requests of a minute that stays for what a person does. */
const KEPT_SHARE = 0.5;

let room = { limit: 0, remaining: 0, endsAt: 0 };

/** Notes how many requests the organization has left, as the headers of an answer say. */
export function noteRoom({ headers }: Response): void {
  const number = (name: string) => Number(headers.get(`X-RateLimit-${name}`));
  const limit = number('Limit');
  if (limit > 0) room = { limit, remaining: number('Remaining'), endsAt: Date.now() + number('Reset') * 1_000 };
}

/** Whether a request that nobody waits for can be sent: enough are left for those that a person waits for. */
export const hasRoom = (): boolean => msUntilRoom() === 0;

/** The milliseconds until the next minute of the limit begins; 0 while enough requests are left. */
export const msUntilRoom = (): number =>
  room.remaining >= room.limit * KEPT_SHARE ? 0 : Math.max(room.endsAt - Date.now(), 0);
