import { isSuccess } from '@simdeck/protocol/status-words.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { sessionCode } from '@simdeck/protocol/ota/message-codes.ts'
import type { RfmAnswer, RfmFound } from '@simdeck/protocol/ota/kinds/rfm.ts'
import type { EndReason, ServerEffect } from '@simdeck/protocol/ota/server-state.ts'
import { titleOf } from '@simdeck/protocol/ota/trace.ts'
import { responseStatus } from '@simdeck/protocol/scp80/response-status.ts'
import { compactResult, compactScript } from '@simdeck/protocol/scp80/scripts.ts'
import { applyEffects } from '../effects.ts'
import type { OtaJobRow } from '../../ota-kinds/kind.ts'
import type { Db } from '../../platform/db/database.ts'
import type { MessageOutcome } from './queries.ts'

/** The OTAs and campaigns that the end of an OTA has changed. */
export type Ended = { jobIds: readonly number[]; campaignIds: readonly number[]; endedCampaignIds: readonly number[] }

type End = {
  status: 'Succeeded' | 'Failed'
  code: number | null
  sw?: number
  reason?: EndReason
  /** The commands of the script, the number of those that ran, and the answers. */
  ran?: { titles: readonly string[]; executed: number; found: RfmFound }
}

/** Failures of messages that were never sent because the SIM lacks something. */
const notConfigured: readonly (string | null)[] = ['noKeys', 'noNumber', 'counterUsedUp']

/** The end of an OTA by the outcome of its message, which has failed, was proved, or has no answer. */
export function endOf({ state, reason, attempts, script, script_result: result, ...proof }: MessageOutcome): End {
  const { proof_status: status, proof_is_authentic: isAuthentic } = proof
  if (isAuthentic !== true && state === 'failed')
    return notConfigured.includes(reason) && attempts === 0
      ? failed(sessionCode.notConfigured)
      : failed(sessionCode.givenUp, 'messageFailed')
  // A card that had the message before has answered it then.
  const wasAnswered = status === responseStatus.counterLow && attempts > 1
  if (status === null || wasAnswered || (status === responseStatus.ok && isAuthentic !== true))
    return failed(sessionCode.givenUp, 'messageUnanswered')
  if (status !== responseStatus.ok) return failed(sessionCode.authentication, 'messageRefused')
  const commands = compactScript.decode(script)
  const answer = result && readResult(result)
  if (!answer || answer.executed < 1 || answer.executed > commands.length) return failed(sessionCode.serverException, 'unreadable')
  const { executed, last } = answer
  const lines: Record<number, RfmAnswer> = {}
  for (let line = 0; line < executed - 1; line++) lines[line] = { sw: 0x9000, data: new Uint8Array() }
  const isOver = isSuccess(last.sw)
  if (isOver) lines[executed - 1] = last
  const ran = {
    titles: commands.map(titleOf),
    executed: isOver ? executed : executed - 1,
    found: { scripts: 1, before: {}, lines, after: {} },
  }
  if (isOver && executed === commands.length) return { status: 'Succeeded', code: null, ran }
  return { status: 'Failed', code: sessionCode.statusWord, sw: last.sw, ran }
}

const failed = (code: number, reason?: EndReason): End => ({ status: 'Failed', code, ...(reason && { reason }) })

function readResult(octets: Uint8Array) {
  try {
    return compactResult.decode(new Uint8Array(octets))
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}

/** Ends an OTA in a transaction that has locked its SIM and its row. */
export async function endOta(trx: Db, row: OtaJobRow, { status, code, sw, reason, ran }: End): Promise<Ended> {
  const jobId = row.id
  const effects: ServerEffect[] = []
  if (ran) {
    const index = Math.min(ran.executed, ran.titles.length - 1)
    const results = [{ index, role: 'command' as const, title: ran.titles[index]!, sw: sw ?? 0x9000, data: new Uint8Array() }]
    effects.push({ type: 'acked', jobId, acked: ran.executed, total: ran.titles.length, results })
  }
  effects.push({ type: 'ended', jobId, status, code, sw: sw ?? null, reason: reason ?? null, found: ran?.found ?? null })
  const locked = { rows: [row], jobs: [], moved: null, pollerAid: '' }
  const { jobIds, campaignIds, endedCampaignIds } = await applyEffects(trx, locked, { effects, progress: [] })
  return { jobIds, campaignIds, endedCampaignIds }
}
