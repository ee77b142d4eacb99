import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { CampaignWakes } from '@simdeck/contract/campaign-wakes.ts'
import { startWorld, type World } from '../testing/start-world.ts'
import { noNetworkFaults, type NetworkFaults } from './network-faults.ts'
import { SmppServer } from './smpp-server.ts'
import { credentials, keySetOfSim, numberOfSim } from './wake.fixture.ts'

/** Cards that poll once in ten hours, each in reach of the message centre. */
export const makeWorld = (sims: number, consoleFolder?: string) =>
  startWorld({
    sims,
    profile: (index) => ({ otaKeySets: [keySetOfSim(index)], poller: { intervalMinutes: 600 } }),
    row: (index) => ({ msisdn: numberOfSim(index) }),
    fleet: { speed: 1 },
    ...(consoleFolder && { consoleFolder }),
  })

/** `isOff`: true while the devices have no power. */
export async function startCentre(
  { fleet }: Pick<World, 'fleet'>,
  faults: Partial<NetworkFaults> = {},
  { isOff = () => false, ...more }: { perSecond?: number; isOff?: () => boolean } = {},
) {
  const indexes = new Map(fleet.sims.map(({ iccid }, index) => [numberOfSim(index).slice(1), iccid]))
  const centre = new SmppServer({
    ...credentials,
    ...more,
    faults: { ...noNetworkFaults, ...faults },
    seed: '1',
    device: (number) => {
      const sim = fleet.sim(indexes.get(number) ?? '')
      return sim && ((tpdu) => (isOff() ? null : sim.receiveMessage(tpdu)))
    },
  })
  return { centre, port: await centre.listen() }
}

export const counterOn = (world: World, index: number) => world.fleet.sims[index]!.card.nvm.otaKeySets![0]!.counter

/** The wakes of a campaign that wakes its SIMs. */
export async function wakesOf({ admin }: Pick<World, 'admin'>, id: number): Promise<CampaignWakes> {
  const { wakes } = await admin(endpoints.getCampaign, { params: { id } })
  if (!wakes) throw new Error('the campaign wakes no SIM')
  return wakes
}
