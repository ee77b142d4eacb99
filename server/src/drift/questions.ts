import { ApiError } from '@simdeck/contract/errors.ts'
import { rollout } from '@simdeck/contract/rollout.ts'
import { defaultQuestionsPerHour } from '@simdeck/contract/content-questions.ts'
import type { StartByRule } from '../campaigns/targets/start-by-rule.ts'
import type { Db } from '../platform/db/database.ts'
import type { Job } from '../platform/jobs/job.ts'
import { systemSettings } from '../settings/settings.ts'
import { acceptReported, countAsked, markAsked, postpone, selectChanged } from './question-queries.ts'

const everyMs = 30_000
/** The waves of an hour, so that a change of many cards is no storm of campaigns. */
const wavesPerHour = 12
const hourMs = 3_600_000
/** The interval in which a card is read by itself at most once. */
const perSimMs = 6 * hourMs
/** The time after which a SIM with an open OTA is looked at again. Its OTA may explain the change. */
const openMs = 600_000

/**
 * Reads cards whose POLLs report other content than they are known to hold: by a campaign for each wave, as many in an hour as the settings
 * allow. A card with an open OTA waits. A card whose list does not explain its digest is not read again until the digest changes.
 */
export const contentQuestions = (from: { db: Db; start: StartByRule }): Job => ({
  name: 'content questions',
  title: { ja: '内容が変わったカードの確認', en: 'Reading of cards whose content has changed' },
  everyMs,
  on: ['jobs'],
  onOneNode: true,
  startsLater: true,
  run: () => askWave(from),
})

async function askWave({ db, start }: { db: Db; start: StartByRule }): Promise<void> {
  const perHour = await questionsPerHour(db)
  if (perHour === 0) return
  const perWave = Math.ceil(perHour / wavesPerHour)
  const { hour, wave } = await countAsked(db, { hourMs, waveMs: hourMs / wavesPerHour })
  const most = Math.min(perHour - hour, perWave - wave)
  if (most <= 0) return
  const found = await selectChanged(db, most)
  const explained = found.filter((one) => one.explained).map(({ id }) => id)
  const open = found.filter((one) => !one.explained && one.open).map(({ id }) => id)
  const simIds = found.filter((one) => !one.explained && !one.open).map(({ id }) => id)
  if (explained.length > 0) await acceptReported(db, explained)
  if (open.length > 0) await postpone(db, open, openMs)
  if (simIds.length > 0) await ask({ db, start }, simIds)
}

async function ask({ db, start }: { db: Db; start: StartByRule }, simIds: number[]): Promise<void> {
  const wanted = { simIds, kind: 'inventory', parameters: {}, name: '内容が変わったカードの確認', rule: 'contentChanged' } as const
  try {
    const id = await start({ ...wanted, rollout: rollout.parse({}) }, (trx) => markAsked(trx, simIds, perSimMs))
    if (id === null) await postpone(db, simIds, perSimMs)
  } catch (error) {
    // The SIMs have changed meanwhile, or others hold them: a later run asks again.
    if (!(error instanceof ApiError)) throw error
    await postpone(db, simIds, openMs)
  }
}

async function questionsPerHour(db: Db): Promise<number> {
  const [setting] = await systemSettings(db, ['system_ota_inventories_per_hour'])
  return setting?.value === undefined ? defaultQuestionsPerHour : Number(setting.value)
}
