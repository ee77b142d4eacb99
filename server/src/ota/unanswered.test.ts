import { expect, test } from 'vitest'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import { resBody } from '@simdeck/protocol/ota/messages.ts'
import { openDatabase } from '../platform/db/database.ts'
import { createLog } from '../platform/log.ts'
import { posted, rawFrame, rawPoll, talk } from '../testing/raw-card.ts'
import { secondPort, withOpenOta } from '../testing/raw-world.ts'
import { until } from '../testing/until.ts'

test('the log names the SIM of each frame that could not be answered in time, and the place in the code, but no message', async () => {
  const lines: string[] = []
  await using server = await withOpenOta()
  await using second = await secondPort(
    server,
    { answerWithinMs: 500 },
    createLog('warn', { write: (line: string) => void lines.push(line) }),
  )
  let counter = 1
  const open = await until(async () => {
    const poll = rawPoll(counter++)
    const answer = await posted(second.port, poll.frame)
    return answer?.[3] === messageCode.scpInit && poll.session(answer)
  })
  const { id: simId } = await server.db.selectFrom('sims').select('id').executeTakeFirstOrThrow()
  const res = rawFrame(open, {}, resBody.encode({ status: 201, next: 0, results: [] }))
  lines.length = 0

  const other = openDatabase(server.databaseUrl)
  await other.db.transaction().execute(async (trx) => {
    await trx.selectFrom('sims').select('id').forUpdate().execute()
    await trx.selectFrom('ota_sessions').select('sim_id').forUpdate().execute()
    expect(toHex(await talk(second.port, [res]))).toBe('')
    expect((await posted(second.port, rawPoll(counter).frame))?.[3]).toBe(messageCode.closeSession)
  })
  await other.close()
  const frames = lines.map((line) => JSON.parse(line) as { simId: number; frame: string; msg: string; stack: string })
  expect(frames.map(({ simId: id, frame, msg }) => [id, frame, msg])).toEqual([
    [simId, 'RES_COMMAND_APDU', 'a frame could not be answered'],
    [simId, 'POLL', 'a frame could not be answered'],
  ])
  for (const { stack } of frames) expect(stack).toContain('in-time.ts')
  expect(lines.join('')).not.toContain('too late')
})
