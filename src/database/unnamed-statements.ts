import pg from 'pg';

/**
 * A client that sends every statement without a name. A pooler that shares connections between transactions (PgBouncer
 * before 1.21) does not know the connection that has a named statement.
 */
export class UnnamedStatementsClient extends pg.Client {
  // The base class has an overload for each kind of query; their results have no type in common but `never`.
  override query(query: unknown, ...rest: unknown[]): never {
    const unnamed = query instanceof Object && 'name' in query ? { ...query, name: undefined } : query;
    return super.query(unnamed as never, ...(rest as [never])) as never;
  }
}
