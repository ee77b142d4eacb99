import { openDatabase } from '@simdeck/server/platform/db/database.ts'

const leastSeconds = 5

/** Connections to a database with an advisory lock, or with a transaction of more than five seconds: they may keep others from their work. */
export async function openTransactions(databaseUrl: string): Promise<unknown[]> {
  const { pool, close } = openDatabase(databaseUrl, { max: 1 })
  const { rows } = await pool.query(
    `select a.pid, a.client_port, a.state, a.wait_event, pg_blocking_pids(a.pid) as "blockedBy", left(a.query, 120) as query,
       extract(epoch from now() - a.xact_start)::int as "transactionSeconds",
       (select count(*)::int from pg_locks l where l.pid = a.pid and l.locktype = 'advisory' and l.granted) as "advisoryLocks"
     from pg_stat_activity a
     where a.datname = current_database() and a.pid <> pg_backend_pid()
       and (a.xact_start < now() - make_interval(secs => $1) or exists (
         select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory' and l.granted))`,
    [leastSeconds],
  )
  await close()
  return rows
}
