import { ApiError } from '@simdeck/contract/errors.ts'
import type { SimSms, SmsMessage } from '@simdeck/contract/sim-sms.ts'
import { type CommandApdu, encodeCommand } from '@simdeck/protocol/apdu.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { compactResult, compactScript } from '@simdeck/protocol/scp80/scripts.ts'
import type { Db } from '../../platform/db/database.ts'
import { selectGateway } from '../queries.ts'
import { selectKeySet, selectMessages, type SmsSim, wakesAgent } from './queries.ts'

/** Throws `ApiError('simNotFound')` for none. */
export function foundSim(sim: SmsSim | undefined): SmsSim {
  if (!sim) throw new ApiError('simNotFound')
  return sim
}

export const namedSim = ({ device_alias: alias, iccid }: SmsSim): string => alias ?? iccid

/** The cause for which no message can be sent to the SIM now; null for none. */
export async function obstacleOf(db: Db, sim: SmsSim): Promise<SimSms['obstacle']> {
  if (!(await selectKeySet(db, sim.id))) return 'noKeys'
  if (sim.msisdn === null) return 'noNumber'
  const gateway = await selectGateway(db)
  if (!gateway) return 'noGateway'
  return gateway.is_paused ? 'paused' : null
}

export async function simSmsOf(db: Db, sim: SmsSim): Promise<SimSms> {
  const keys = await selectKeySet(db, sim.id)
  const messages = await selectMessages(db, sim.id)
  return {
    keys: keys ? { ...keys, tar: hexOf(keys.tar), changed_at: keys.changed_at.toISOString() } : null,
    wakes: (await wakesAgent(db, sim.id)) ? 'agent' : 'poller',
    obstacle: await obstacleOf(db, sim),
    messages: messages.map(shownMessage),
  }
}

type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number]

function shownMessage({ script_tar: tar, script, script_result: result, ...message }: MessageRow): SmsMessage {
  const { proof_status: status, proof_is_authentic: isAuthentic, proof_at: at, ...row } = message
  return {
    ...row,
    script: script && tar ? { tar: hexOf(tar), commands: compactScript.decode(script).map(hexOfCommand), result: resultOf(result) } : null,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    polled_at: row.polled_at?.toISOString() ?? null,
    proof: status === null || at === null ? null : { status, is_authentic: isAuthentic === true, at: at.toISOString() },
  }
}

const hexOf = (octets: Uint8Array): string => toHex(octets).toUpperCase()
const hexOfCommand = (command: CommandApdu): string => hexOf(encodeCommand(command))

/** The result of a script; null for data that is none, such as that of a refusal. */
function resultOf(data: Buffer | null): NonNullable<SmsMessage['script']>['result'] {
  if (!data) return null
  try {
    const { executed, last } = compactResult.decode(new Uint8Array(data))
    return { executed, sw: last.sw.toString(16).padStart(4, '0').toUpperCase(), data: hexOf(last.data) }
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}
