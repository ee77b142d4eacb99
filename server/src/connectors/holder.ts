import { selectAccounts } from './accounts-queries.ts'
import type { Device } from './carrier-apis/carrier-api.ts'
import { Connector, type Dependencies } from './connector.ts'
import { accountOfSim } from './request-queries.ts'
import type { ConnectorPlatform } from './tables.ts'

/** The account that holds a SIM; the state of the SIM if it was read, and the time before that. */
export type Holder = { connector: Connector; accountId: number; device: Device | null; askedAt: Date }

type Sought = { sim_id: number; iccid: string; platform: ConnectorPlatform }

/**
 * Finds the account of a SIM: the one that answered about it last, else those of its platform are asked in turn. Null if none has it.
 * `mustRead`: the SIM is read from that account too. `beforeCall` is awaited before each call.
 */
export async function holderOf(
  dependencies: Dependencies,
  sim: Sought,
  { mustRead, beforeCall }: { mustRead: boolean; beforeCall?: () => Promise<unknown> },
): Promise<Holder | null> {
  const accounts = await selectAccounts(dependencies.db, sim.platform)
  const known = await accountOfSim(dependencies.db, sim.sim_id)
  const last = accounts.find(({ id }) => id === known)
  if (last && !mustRead) return { connector: new Connector(dependencies, last), accountId: last.id, device: null, askedAt: new Date() }
  const inTurn = last ? [last, ...accounts.filter((account) => account !== last)] : accounts
  for (const account of inTurn) {
    const connector = new Connector(dependencies, account)
    await beforeCall?.()
    const askedAt = new Date()
    const device = await connector.readDevice(sim.iccid)
    if (device) return { connector, accountId: account.id, device, askedAt }
  }
  return null
}
