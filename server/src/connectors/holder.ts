import { type AccountRow, accountsInTurn } from './accounts-queries.ts'
import type { Device } from './carrier-apis/carrier-api.ts'
import { Connector, type Dependencies } from './connector.ts'
import type { ConnectorPlatform } from './tables.ts'

/** The account that holds a SIM; the state of the SIM if it was read, and the time before that. */
export type Holder = { connector: Connector; account: AccountRow; device: Device | null; askedAt: Date }

/** Makes a call of an account. */
type InTurn = <Result>(account: AccountRow, call: () => Promise<Result>) => Promise<Result>

type Sought = { sim_id: number; iccid: string; platform: ConnectorPlatform }

/**
 * Finds the account of a SIM: the one that answered about it last, else those of its platform are asked in turn. Null if none has it.
 * `mustRead`: the SIM is read from that account too. `inTurn` makes each call.
 */
export async function holderOf(
  dependencies: Dependencies,
  sim: Sought,
  { mustRead, inTurn = (_, read) => read() }: { mustRead: boolean; inTurn?: InTurn },
): Promise<Holder | null> {
  const accounts = await accountsInTurn(dependencies.db, sim.platform, sim.sim_id)
  const [last] = accounts
  if (last?.answered && !mustRead) return { connector: new Connector(dependencies, last), account: last, device: null, askedAt: new Date() }
  for (const account of accounts) {
    const connector = new Connector(dependencies, account)
    const { device, askedAt } = await inTurn(account, async () => ({
      askedAt: new Date(),
      device: await connector.readDevice(sim.iccid),
    }))
    if (device) return { connector, account, device, askedAt }
  }
  return null
}
