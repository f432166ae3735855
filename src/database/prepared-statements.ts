import pg from 'pg';

const PROBE = { name: 'glossa_probe', text: 'SELECT 1' };
/** SQLSTATEs of a named statement that the connection does not have, or has already. */
const LOST = ['26000', '42P05'];

/**
 * Finds out whether a statement that a client has prepared survives while another client has a transaction. It does not
 * where both share the connections of a pooler that does not track statements, which then reuses the first one's
 * connection for the second.
 */
export async function keepsPreparedStatements(pool: pg.Pool): Promise<boolean> {
  const [client, other] = [await pool.connect(), await pool.connect()];
  try {
    await client.query(PROBE);
    await other.query('BEGIN');
    await client.query(PROBE);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && LOST.includes(error.code ?? '')) return false;
    throw error;
  } finally {
    await other.query('ROLLBACK').catch(() => undefined);
    client.release(true);
    other.release();
  }
}
