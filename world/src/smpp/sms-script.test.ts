import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { mostAnswerOctets, mostScriptOctets } from '@simdeck/contract/sim-sms-script.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { parseCommand } from '@simdeck/protocol/scp80/command-packet.ts'
import { sealResponse } from '@simdeck/protocol/scp80/response-packet.ts'
import { responseStatus } from '@simdeck/protocol/scp80/response-status.ts'
import { esmClass } from '@simdeck/protocol/smpp/messages.ts'
import { dataClass2 } from '@simdeck/protocol/sms/tpdu.ts'
import { elementId, encodeUserData } from '@simdeck/protocol/sms/user-data.ts'
import { addressOf } from '@simdeck/server/sms/addresses.ts'
import { codeOf, failure } from '@simdeck/server/testing/people.ts'
import { until } from '@simdeck/server/testing/until.ts'
import type { OtaKeySet } from '@simdeck/simulator/sms/key-sets.ts'
import { startWorld } from '../testing/start-world.ts'
import { startCentre } from './wake-world.fixture.ts'
import { keySetOfSim, numberOfSim, setKeys, useGateway } from './wake.fixture.ts'

const usimFiles = 'B00001'
const selectName = '00A40804047FFF6F46'
const name = `01${Buffer.from('METER').toString('hex').toUpperCase()}`
const writeName = `00D6000006${name}`
const readName = '00B0000006'

/** A SIM without a poller, and a message centre in front of it. */
async function startReachable(faults: Parameters<typeof startCentre>[1] = {}, devices: Parameters<typeof startCentre>[2] = {}) {
  const world = await startWorld({
    sims: 1,
    profile: (index) => ({ poller: null, otaKeySets: [keySetOfSim(index)] }),
    row: (index) => ({ msisdn: numberOfSim(index) }),
  })
  const { centre, port } = await startCentre(world, faults, devices)
  await setKeys(world.admin, world.simIds[0]!, keySetOfSim(0))
  const params = { id: world.simIds[0]! }
  const send = (script: string[], tar = usimFiles) => world.admin(endpoints.sendSimScript, { params, body: { tar, script } })
  const newest = async () => (await world.admin(endpoints.getSimSms, { params })).messages[0]!
  const answered = () =>
    until(async () => {
      const message = await newest()
      return message.proof && message
    })
  return Object.assign(world, { centre, port, params, send, newest, answered })
}

test('a script by SMS writes a file of a SIM without a poller and reads it, and its page has the answer', async () => {
  await using world = await startReachable()
  using _ = world.centre
  const { admin, params, send, answered } = world
  expect(await codeOf(send([selectName, readName]))).toBe('simNotWakeable')
  await useGateway(admin, world.port)
  await send([selectName, writeName])
  expect(await answered()).toMatchObject({
    state: 'delivered',
    proof: { status: responseStatus.ok, is_authentic: true },
    script: { tar: usimFiles, commands: [selectName, writeName], result: { executed: 2, sw: '9000', data: '' } },
    polled_at: null,
  })
  await send([selectName, readName])
  const read = await until(async () => {
    const message = await world.newest()
    return message.counter === 2 && message.script?.result && message
  })
  expect(read.script).toMatchObject({ result: { executed: 2, sw: '9000', data: name } })
  const { data } = await admin(endpoints.listSystemLogs, { query: {} })
  expect(JSON.stringify(data)).toContain(writeName)
  expect(await admin(endpoints.listSimSessions, { params, query: { take: 1 } })).toEqual([])
})

test('a command that the card refuses ends its script, and an unknown application is told', async () => {
  await using world = await startReachable()
  using _ = world.centre
  await useGateway(world.admin, world.port)
  await world.send(['00A40804047FFF6FFF', readName])
  expect((await world.answered()).script).toMatchObject({ result: { executed: 1, sw: '6A82', data: '' } })
  await world.send([selectName, readName], 'B0FF01')
  const refused = await until(async () => {
    const message = await world.newest()
    return message.counter === 2 && message.proof && message
  })
  expect(refused).toMatchObject({ proof: { status: responseStatus.tarUnknown, is_authentic: false }, script: { result: null } })
})

test('an answer of a card that comes while nobody is signed in is stored after the next sign-in', async () => {
  let isOff = true
  await using world = await startReachable({}, { isOff: () => isOff })
  using _ = world.centre
  const { admin, port, centre, send, newest, answered } = world
  await useGateway(admin, port)
  await send([selectName, readName])
  await until(async () => (await newest()).state === 'accepted')
  await useGateway(admin, port, { is_paused: true })
  await until(async () => (await admin(endpoints.getSmsGateway, {})).gateway?.is_paused && centre.clients === 0)
  isOff = false
  await until(() => centre.waiting === 2)
  await useGateway(admin, port, { is_paused: false })
  expect((await answered()).script?.result).toMatchObject({ executed: 2, sw: '9000' })
})

test('a message that arrives twice runs its script once', async () => {
  await using world = await startReachable({ doubled: 1 })
  using _ = world.centre
  await useGateway(world.admin, world.port)
  const { fleet, send, answered } = world
  await send([selectName, writeName])
  expect(await answered()).toMatchObject({ proof: { status: responseStatus.ok }, script: { result: { executed: 2, sw: '9000' } } })
  expect(fleet.sims[0]!.card.nvm.otaKeySets![0]!.counter).toBe(1)
})

test('a script that one message cannot carry is refused with the line, and a second one waits for the first', async () => {
  await using world = await startReachable({})
  using _ = world.centre
  const { admin, params, send, server } = world
  await useGateway(admin, world.port, { is_paused: true })
  const lineOf = async (script: string[]) => (await failure(send(script))).fields?.map(({ path }) => path)
  expect(await lineOf(['00A4080404'])).toEqual(['script.0'])
  expect(await lineOf([selectName, readName, writeName])).toEqual(['script.1'])
  expect(await lineOf(['00A40804047FFF6F08', '00D600000107'])).toEqual(['script.1'])
  expect(await lineOf([selectName, `00B00000${(mostAnswerOctets + 1).toString(16)}`])).toEqual(['script.1'])
  expect(await lineOf([selectName, '00D600000701{{iccid}}'])).toEqual(['script.1'])
  const long = (octets: number) => `00D60000${(octets - 14).toString(16).padStart(2, '0')}${'FF'.repeat(octets - 14)}`
  expect(await lineOf([selectName, long(mostScriptOctets + 1)])).toEqual(['script.1'])
  expect(await codeOf(send([selectName, long(mostScriptOctets)]))).toBe('simNotWakeable')
  await useGateway(admin, world.port, { is_paused: false })
  await server.db
    .insertInto('sms_messages')
    .values({ sim_id: params.id, due_at: new Date(Date.now() + 3_600_000) })
    .execute()
  expect(await codeOf(send([selectName, writeName]))).toBe('smsUnderWay')
  const member = await server.signIn('MEMBER')
  expect(await codeOf(member(endpoints.sendSimScript, { params, body: { tar: usimFiles, script: [selectName] } }))).toBe('noPermission')
})

test('a SIM whose script has no answer yet cannot be woken, since the script would not wake it', async () => {
  await using world = await startReachable()
  using _ = world.centre
  const { admin, params, server, send } = world
  await useGateway(admin, world.port)
  await server.db
    .insertInto('sms_messages')
    .values({
      sim_id: params.id,
      script_tar: Buffer.from(usimFiles, 'hex'),
      script: Buffer.from(selectName, 'hex'),
      due_at: new Date(Date.now() + 3_600_000),
    })
    .execute()
  expect(await codeOf(admin(endpoints.wakeSim, { params }))).toBe('smsUnderWay')
  expect(await codeOf(send([selectName, writeName]))).toBe('smsUnderWay')
  await server.db.deleteFrom('sms_messages').execute()
  expect((await admin(endpoints.wakeSim, { params })).messages).toMatchObject([{ script: null }])
})

test('only a proof that its own card wrote for this script gives it a result', async () => {
  let isOff = false
  await using world = await startReachable({}, { isOff: () => isOff })
  using _ = world.centre
  const { admin, centre, send, answered, newest, server } = world
  await useGateway(admin, world.port)
  await send([selectName, writeName])
  await answered()
  isOff = true
  await send([selectName, readName])
  await until(async () => (await newest()).state === 'accepted')
  const { packet } = await server.db.selectFrom('sms_messages').select('packet').where('counter', '=', 2).executeTakeFirstOrThrow()
  const forge = ({
    data,
    counter = 2,
    number = numberOfSim(0),
    keys = keySetOfSim(0),
  }: {
    data: string
    counter?: number
    number?: string
    keys?: OtaKeySet
  }) => {
    const response = { counter, status: responseStatus.ok, data: fromHex(`029000${data}`) }
    const sealed = sealResponse(response, parseCommand(new Uint8Array(packet!)), {
      kic: fromHex(keys.kic),
      kid: fromHex(keys.kid),
      macLength: 8,
    })
    centre.deliver({
      source: addressOf(number),
      destination: addressOf('+81312345678'),
      esmClass: esmClass.userDataHeader,
      protocolId: 0,
      wantsReceipt: false,
      dataCoding: dataClass2,
      userData: encodeUserData({ elements: [{ id: elementId.responsePacket, data: new Uint8Array(0) }], data: sealed }),
      options: [],
    })
  }
  forge({ data: 'AA', counter: 1 })
  forge({ data: 'BB', counter: 3 })
  forge({ data: 'CC', number: numberOfSim(1) })
  forge({ data: 'DD', keys: keySetOfSim(1) })
  forge({ data: name })
  expect(await answered()).toMatchObject({ state: 'delivered', proof: { is_authentic: true }, script: { result: { data: name } } })
})

test('while a campaign of one SIM needs the approval of a second person, no script goes out without it', async () => {
  await using world = await startReachable()
  using _ = world.centre
  const { admin, server, send, params } = world
  await useGateway(admin, world.port)
  const root = await server.signIn('ROOT')
  const needApprovalFrom = (value: string) => root(endpoints.postUserConfig, { body: [{ key: 'system_ota_approval_threshold', value }] })
  await needApprovalFrom('1')
  expect(await codeOf(send([selectName, writeName]))).toBe('scriptNeedsApproval')
  expect((await admin(endpoints.getSimSms, { params })).messages).toEqual([])
  await needApprovalFrom('2')
  expect((await send([selectName, writeName])).messages).toHaveLength(1)
})

test('no message overtakes a script that the card has not answered, until the card has had time to answer', async () => {
  await using world = await startReachable({}, { isOff: () => true })
  using _ = world.centre
  const { admin, params, send, newest, server } = world
  await useGateway(admin, world.port)
  await send([selectName, writeName])
  await until(async () => (await newest()).state === 'accepted')
  expect(await codeOf(send([selectName, readName]))).toBe('smsUnderWay')
  expect(await codeOf(admin(endpoints.wakeSim, { params }))).toBe('smsUnderWay')
  const earlier = new Date(Date.now() - 10 * 60_000)
  await server.db.updateTable('sms_messages').set({ sent_at: earlier }).execute()
  expect((await send([selectName, readName])).messages[0]).toMatchObject({ script: { commands: [selectName, readName] } })
})
