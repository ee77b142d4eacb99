import { CallError } from '@simdeck/contract/client.ts'
import { until } from '@simdeck/server/testing/until.ts'
import type { NodeUnderTest } from '../kills/node-under-test.ts'
import type { StatementMoment } from '../kills/postgres-proxy.ts'

/** The time in which a node is killed for a change: from its begin on, at any write of this node. */
type Window = {
  change: string
  /** The node that gets the call; null until a job begins. */
  node: NodeUnderTest | null
  /** The first write of a job; null for a call. */
  begin: RegExp | null
  counts: Map<string, number>
  /** Connections on which the change has written. */
  connections: Set<object>
  isKilled: boolean
}

const sqlShown = 80
/** A statement that is repeated, as in the parts of a job, has this number of moments. */
const countsShown = 2
/** Writes of jobs that run at any time. */
const isOther =
  /^with due as|\b(job_runs|campaign_results|campaign_figures|figures_final|sim_change_horizons|sign_in_attempts|ws_tickets|group_figures|script_values|script_value_rows|campaign_wakes|sim_content_digests|sms_\w+)\b/
const isNotification = /\bpg_notify\b/

/**
 * Kills the node that makes a change, once in each round at most, at the first write at which it was not killed in an earlier round: before
 * the write, and for a commit also after it. Writes of the device port do not count. A call is also killed right after its answer.
 */
export class ChangeKills {
  readonly #killedAt = new Set<string>()
  readonly #windows = new Set<Window>()

  /** The moments of all kills so far. */
  get moments(): readonly string[] {
    return [...this.#killedAt]
  }

  statement = (moment: StatementMoment, node: NodeUnderTest): boolean =>
    [...this.#windows].every((window) => this.#passes(window, moment, node))

  #passes(window: Window, { sql, phase, connection }: StatementMoment, node: NodeUnderTest): boolean {
    if (connection.keepsPlans || isOther.test(sql) || (phase === 'after' && sql !== 'commit')) return true
    if (window.node === null && window.begin?.test(sql)) window.node = node
    if (window.node !== node || (sql === 'commit' && !window.connections.has(connection))) return true
    if (sql === 'commit' && phase === 'after') window.connections.delete(connection)
    else if (!isNotification.test(sql)) window.connections.add(connection)
    const shown = sql.slice(0, sqlShown)
    const count = (window.counts.get(shown) ?? 0) + (phase === 'before' ? 1 : 0)
    window.counts.set(shown, count)
    return !this.#kills(window, node, `${phase} ${shown} #${Math.min(count, countsShown)}`)
  }

  /** Calls a node. Null if the node was killed before its answer arrived. Throws `CallError` if it refuses the call. */
  async ofCall<Answer>(change: string, node: NodeUnderTest, call: () => Promise<Answer>): Promise<{ answer: Answer } | null> {
    const window = { change, node, begin: null, counts: new Map<string, number>(), connections: new Set<object>(), isKilled: false }
    this.#windows.add(window)
    try {
      const answer = await call()
      this.#kills(window, node, 'after the answer')
      return { answer }
    } catch (error) {
      if (error instanceof CallError) throw error
      return null
    } finally {
      this.#windows.delete(window)
    }
  }

  /** Waits until a job has made a change. `begin` is the first write of the job that makes it. */
  async ofJob(change: string, begin: RegExp, isMade: () => Promise<unknown>): Promise<void> {
    const window = { change, node: null, begin, counts: new Map<string, number>(), connections: new Set<object>(), isKilled: false }
    this.#windows.add(window)
    await until(isMade)
    this.#windows.delete(window)
  }

  #kills(window: Window, node: NodeUnderTest, moment: string): boolean {
    const key = `${window.change}: ${moment}`
    if (window.isKilled || this.#killedAt.has(key)) return false
    this.#killedAt.add(key)
    window.isKilled = true
    node.kill()
    return true
  }
}
