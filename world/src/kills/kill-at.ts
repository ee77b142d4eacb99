import { type StatementMoment, startPostgresProxy } from './postgres-proxy.ts'
import type { NodeProcess } from '../testing/server-process.ts'

/**
 * Runs a process whose database connection leads through a proxy, and kills it (`kill -9`) at the first moment that `isMoment` accepts. The
 * statement or its answer is dropped. Resolves when the process is dead; rejects when it ends before such a moment.
 */
export async function killAt(options: {
  databaseUrl: string
  isMoment: (moment: StatementMoment) => boolean
  run: (databaseUrl: string) => Pick<NodeProcess, 'kill' | 'dead' | 'output'>
}): Promise<void> {
  const { databaseUrl } = options
  let killed = false
  const proxy = await startPostgresProxy({
    port: () => Number(new URL(databaseUrl).port),
    watch: (moment) => {
      if (killed) return false
      if (!options.isMoment(moment)) return true
      killed = true
      void node.kill()
      return false
    },
  })
  const node = options.run(proxy.through(databaseUrl))
  await node.dead
  await proxy.close()
  if (!killed) throw new Error(`the process ended before that moment:\n${node.output()}`)
}

/** Matches the nth moment of the statements that match the pattern. */
export function nth(n: number, pattern: RegExp, phase: StatementMoment['phase']): (moment: StatementMoment) => boolean {
  let seen = 0
  return (moment) => moment.phase === phase && pattern.test(moment.sql) && ++seen === n
}
