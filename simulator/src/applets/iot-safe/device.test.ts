import { createECDH, createHash, createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { finishHash } from './last-block.ts'
import { object, SafeCard, spki, tlv } from './safe-card.fixture.ts'

const pair = {
  privateKey: object('privateKey', '01', { label: 'tls', access: 3 }),
  publicKey: object('publicKey', '02', { label: 'tls', access: 3 }),
}
const peer = object('publicKey', '03', { label: 'peer', access: 3 })
const text = Buffer.from('The quick brown fox jumps over the lazy dog. '.repeat(5))
const hash = createHash('sha256').update(text).digest()
const open = (mode: string, key = tlv('84', '01')) => `${key}a101${mode}91020001920104`

let safe: SafeCard
let point: string
beforeEach(() => {
  safe = new SafeCard()
  safe.provision(
    { kind: 'generate', ...pair },
    { kind: 'generate', privateKey: object('privateKey', '09'), publicKey: peer },
    { kind: 'create', object: object('file', 'c0', { label: 'certificate', size: 600 }) },
    { kind: 'update', file: object('file', 'c0'), offset: 0, data: text.subarray(0, 200), total: null },
    { kind: 'update', file: object('file', 'c0'), offset: 200, data: text.subarray(200), total: text.length },
  )
  safe.openDevice()
  point = safe.device('cd0000', tlv('85', '02'), '00').slice(12, 12 + 130)
})

const isSignedBy = (signed: Uint8Array, answer: string, key = point): boolean => {
  expect(answer).toMatch(/^3340.{128}9000$/)
  const publicKey = createPublicKey({ key: spki(key), format: 'der', type: 'spki' })
  return verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(answer.slice(4, -4), 'hex'))
}

test('the device lists the objects with their labels, ids, rights and states, and reads one of them', () => {
  let list = safe.device('cb0100', '', '00')
  while (list.endsWith('6310')) list = list.slice(0, -4) + safe.device('cb0101', '', '00')
  for (const part of [tlv('74', '746c73') + tlv('84', '01'), tlv('75', '746c73') + tlv('85', '02'), tlv('73', '6365727469666963617465')])
    expect(list).toContain(part)
  const file = `${tlv('73', '6365727469666963617465')}${tlv('83', 'c0')}${tlv('60', '01')}${tlv('4a', '01')}${tlv('20', '0258')}${tlv('21', '02')}`
  expect(safe.device('cbc300', tlv('83', 'c0'), '00')).toBe(`${tlv('c3', file)}9000`)
  expect(safe.device('cbc300', tlv('83', 'c1'), '00')).toBe('6A88')
  expect(safe.device('cb7700', '', '00')).toBe('6A86')
  expect(safe.device('cb0000', '', '00')).toMatch(/^4a0101.*9000$/)
})

test('a file is read in pieces by its id or its label, and not past its end', () => {
  const whole = text.toString('hex')
  expect(
    safe.device('b00000', tlv('83', 'c0'), '00').slice(0, -4) + safe.device('b000ff', tlv('73', '6365727469666963617465'), '00'),
  ).toContain(whole.slice(0, 510))
  expect(safe.device('b000c8', tlv('83', 'c0'), 'ff')).toBe(`${whole.slice(400)}9000`)
  expect(safe.device('b01000', tlv('83', 'c0'), 'ff')).toBe('6A86')
  expect(safe.device('b00000', tlv('83', '77'), 'ff')).toBe('6A88')
})

test('a text is signed whole, by its last block, or by its hash', () => {
  expect(safe.device('2a0001', open('01'))).toBe('9000')
  expect(safe.device('2b0001', `9b64${text.subarray(0, 100).toString('hex')}`)).toBe('9000')
  expect(isSignedBy(text, safe.device('2b8001', `9b7d${text.subarray(100).toString('hex')}`, '00'))).toBe(true)

  expect(safe.device('2a0001', open('03'))).toBe('9000')
  expect(isSignedBy(text, safe.device('2b8001', tlv('9e', hash.toString('hex')), '00'))).toBe(true)
  expect(safe.device('2b8001', tlv('9e', hash.toString('hex')), '00'), 'the session has ended').toBe('6989')

  const initial = '6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19'
  const short = Buffer.from('abc')
  expect(safe.device('2a0001', open('02'))).toBe('9000')
  const last = safe.device('2b8001', tlv('9a', short.toString('hex')) + tlv('9c', initial) + tlv('9d', '0003'), '00')
  expect(isSignedBy(short, last)).toBe(true)
})

test('SHA-256 is completed from any block on', () => {
  const initial = Buffer.from('6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19', 'hex')
  for (const length of [0, 1, 55, 56, 63, 64, 100, 119, 120, 127, 128]) {
    const part = Buffer.concat([text, text]).subarray(0, length)
    expect(Buffer.from(finishHash(initial, part, length)!).toString('hex'), `${length} octets`).toBe(
      createHash('sha256').update(part).digest('hex'),
    )
  }
  expect(finishHash(initial, text.subarray(0, 10), 11)).toBeNull()
})

test('a signature is verified, and a wrong one is 6D01', () => {
  safe.device('2a0001', open('03'))
  const signature = safe.device('2b8001', tlv('9e', hash.toString('hex')), '00').slice(4, -4)
  const check = (value: string) => {
    expect(safe.device('2c0001', open('03', tlv('85', '02')))).toBe('9000')
    return safe.device('2d8001', tlv('9e', hash.toString('hex')) + tlv('33', value))
  }
  expect(check(signature)).toBe('9000')
  expect(check(signature.replace(/^../, (octet) => (octet === '00' ? '01' : '00')))).toBe('6D01')
  expect(check('00'.repeat(64))).toBe('6D01')
})

test('a key of another end is put in, verifies its signatures, and must be on the curve', () => {
  const other = createECDH('prime256v1')
  const own = other.generateKeys('hex')
  const encoded = (key: string) => `3445${tlv('49', tlv('86', key))}`
  expect(safe.device('240000', tlv('85', '03'))).toBe('9000')
  expect(safe.device('d88000', encoded(`${own.slice(0, -2)}${own.endsWith('00') ? '01' : '00'}`))).toBe('6A80')
  expect(safe.device('240000', tlv('85', '03'))).toBe('9000')
  expect(safe.device('d88000', encoded(own))).toBe('9000')
  expect(safe.device('d88000', encoded(own)), 'without a new PUT PUBLIC KEY').toBe('6989')
  expect(safe.device('cd0000', tlv('75', '70656572'), '00')).toBe(`${encoded(own)}9000`)
  const sec1 = Buffer.from(`30770201010420${other.getPrivateKey('hex').padStart(64, '0')}a00a06082a8648ce3d030107a144034200${own}`, 'hex')
  const key = createPrivateKey({ key: sec1, format: 'der', type: 'sec1' })
  const signature = sign('sha256', text, { key, dsaEncoding: 'ieee-p1363' }).toString('hex')
  safe.device('2c0001', open('03', tlv('85', '03')))
  expect(safe.device('2d8001', tlv('9e', hash.toString('hex')) + tlv('33', signature))).toBe('9000')

  const shared = safe.device('460000', `${tlv('84', '01')}${encoded(own)}`, '00')
  expect(shared).toBe(`${other.computeSecret(Buffer.from(point, 'hex')).toString('hex')}9000`)
  expect(safe.device('460000', `${tlv('84', '01')}${encoded(`04${'00'.repeat(64)}`)}`, '00')).toBe('6A80')
})

test('a device makes a new key pair where it may, and the old one is gone', () => {
  const answer = safe.device('b90000', tlv('84', '01'), '00')
  expect(answer).toMatch(/^840101850102344549438641/)
  const made = answer.slice(-4 - 130, -4)
  expect(made).not.toBe(point)
  expect(safe.device('cd0000', tlv('85', '02'), '00')).toContain(made)
  safe.device('2a0001', open('03'))
  expect(isSignedBy(text, safe.device('2b8001', tlv('9e', hash.toString('hex')), '00'), made)).toBe(true)
  expect(safe.device('b90000', tlv('84', '09'), '00'), 'a key that only the server may change').toBe('6982')
})

test('keys are derived as TLS 1.2 and RFC 5869 define', () => {
  const secret = '9bbe436ba940f017b17652849a71db35'
  const seed = 'a0ba9f936cda311827a6f796ffd5198c'
  const label = Buffer.from('test label').toString('hex')
  const derived = safe.device('480000', tlv('d1', secret) + tlv('d2', label + seed) + tlv('d3', '0064'), '00')
  expect(derived, 'the published test vector of P_SHA256').toBe(
    'e3f229ba727be17b8d122620557cd453c2aab21d07c3d495329b52d4e61edb5a6b301791e90d35c9c9a46b4e14baf9af0fa022f7077def17abfd3797c0564bab4fbc91666e9def9b97fce34f796789baa48082d122ee42c5a72e5a5110fff70187347b669000',
  )
  const expanded = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'hex'), Buffer.from('00', 'hex'), Buffer.from('aa', 'hex'), 42))
  expect(safe.device('4a0000', tlv('d1', secret) + tlv('d4', '00') + tlv('d2', 'aa') + tlv('d3', '002a'), '00')).toBe(
    `${expanded.toString('hex')}9000`,
  )
  expect(safe.device('4a0000', tlv('d1', secret) + tlv('d3', '0000'), '00')).toBe('6A80')
})

test('random octets differ, in the number that the device wants', () => {
  const [one, other] = [safe.send('8184000020'), safe.send('8184000020')]
  expect(one).toMatch(/^[\da-f]{64}9000$/)
  expect(one).not.toBe(other)
})

test('no command of a device returns a private key, and sessions end with a reset', () => {
  const [secret = ''] = safe.card.nvm.applications.flatMap(({ safeObjects = [] }) =>
    safeObjects.filter(({ kind }) => kind === 'privateKey').map(({ content }) => content),
  )
  expect(secret).toHaveLength(64)
  const answers = [
    safe.device('cb0100', '', '00'),
    safe.device('cbc100', tlv('84', '01'), '00'),
    safe.device('b00000', tlv('84', '01'), '00'),
  ]
  expect(answers.join()).not.toContain(secret)
  safe.device('2a0001', open('03'))
  safe.card.reset()
  safe.openDevice()
  expect(safe.device('2b8001', tlv('9e', hash.toString('hex')), '00')).toBe('6989')
})

test.each([
  ['an unknown mode', '2a0001', open('04'), '6A80'],
  ['an unknown hash', '2a0001', open('03').replace('91020001', '91020002'), '6A80'],
  ['a key that does not exist', '2a0001', open('03', tlv('84', '55')), '6A88'],
  ['no key', '2a0001', 'a1010391020001920104', '6A80'],
  ['octets that are no TLV', '2a0001', '8405', '6A80'],
  ['another P1', '2a0701', open('03'), '6A86'],
  ['an update without a session', '2b8001', tlv('9e', '00'.repeat(32)), '6989'],
  ['an instruction that the applet does not have', 'f10000', '', '6D00'],
])('%s is refused', (_, header, data, sw) => {
  expect(safe.device(header, data)).toBe(sw)
})
