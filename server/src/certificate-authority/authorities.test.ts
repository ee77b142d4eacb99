import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BodyIn } from '@simdeck/contract/endpoint.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { OpenSsl } from '../testing/openssl.ts'
import { codeOf } from '../testing/people.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let openssl: OpenSsl
let admin: Awaited<ReturnType<TestServer['signIn']>>
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://simdeck.example' })
  openssl = new OpenSsl()
  admin = await server.signIn('ADMIN')
})
afterAll(async () => {
  openssl[Symbol.dispose]()
  await server[Symbol.asyncDispose]()
})

let count = 0
const nextName = (name: string) => `${name} ${++count}`

function create(name: string, more: Partial<BodyIn<typeof endpoints.createAuthority>> = {}, by = admin) {
  return by(endpoints.createAuthority, { body: { name, validDays: 3650, confirmedName: name, ...more } })
}
const read = (id: number) => admin(endpoints.getAuthority, { params: { id } })

test('a root and an intermediate CA are made; OpenSSL accepts their chain, and their keys are in no answer and no log', async () => {
  const root = await create(nextName('Root 試験'), { organization: 'Example Co., Ltd.', country: 'JP', validDays: 7300 })
  expect(root).toMatchObject({ kind: 'root', state: 'active', parentId: null, isDefault: false, issued: 0, revoked: 0, request: null })
  expect(root.subject).toBe(String.raw`CN=${root.name},O=Example Co.\, Ltd.,C=JP`)
  expect(root.crl).toMatchObject({ number: 1, entries: 0 })
  const device = await create(nextName('Device'), { parentId: root.id })
  expect(device).toMatchObject({ kind: 'intermediate', state: 'active', parentId: root.id, issuer: root.subject })
  expect(await read(root.id)).toMatchObject({ issued: 1 })
  expect(device.urls.crl).toBe(`https://simdeck.example/ca/${device.id}.crl`)
  openssl.file('root.pem', root.chain ?? '')
  openssl.file('chain.pem', device.chain ?? '')
  expect(openssl.run('verify', '-x509_strict', '-CAfile', 'root.pem', 'chain.pem').text).toBe('chain.pem: OK\n')
  const text = openssl.run('x509', '-in', 'chain.pem', '-noout', '-text').text
  expect(text).toMatch(/Basic Constraints: critical\s+CA:TRUE, pathlen:0/)
  expect(text).toMatch(/Key Usage: critical\s+Digital Signature, Certificate Sign, CRL Sign/)
  expect(text).toContain(`URI:https://simdeck.example/ca/${root.id}.crl`)
  expect(openssl.run('x509', '-in', 'chain.pem', '-noout', '-fingerprint', '-sha256').text.replaceAll(':', '').toLowerCase()).toContain(
    device.fingerprint,
  )
  expect(device.certificates).toHaveLength(2)
  expect(device.certificates[0]).toMatchObject({
    subject: device.subject,
    issuer: root.subject,
    fingerprint: device.fingerprint,
    key: 'P-256',
    isCa: true,
    pathLength: 0,
    keyUsages: ['digitalSignature', 'keyCertSign', 'cRLSign'],
    extendedKeyUsages: [],
    authorityKeyIdentifier: root.certificates[0]?.subjectKeyIdentifier,
    crlUrls: [root.urls.crl],
    ocspUrls: [root.urls.ocsp],
    issuerUrls: [root.urls.certificate],
  })
  expect(device.certificates[1]).toEqual(root.certificates[0])
  expect(root.certificates[0]).toMatchObject({ pathLength: null, crlUrls: [], ocspUrls: [] })
  expect(text.replaceAll(':', '').toLowerCase()).toContain(device.certificates[0]?.subjectKeyIdentifier)
  const listed = await admin(endpoints.listAuthorities, {})
  expect(listed.map(({ id }) => id).slice(-2)).toEqual([root.id, device.id])
  expect(JSON.stringify(listed) + server.logged()).not.toMatch(/private_?key/i)
})

test('a CA is not made by a member, without its name, twice, below one that may have none, or for longer than its parent', async () => {
  const name = nextName('Root')
  expect(await codeOf(create(name, {}, await server.signIn('MEMBER')))).toBe('noPermission')
  expect(await codeOf(create(name, { confirmedName: 'Root' }))).toBe('nameDiffers')
  const root = await create(name, { validDays: 100 })
  expect(await codeOf(create(name.toUpperCase()))).toBe('caExists')
  expect(await codeOf(create(nextName('Long'), { parentId: root.id, validDays: 101 }))).toBe('caEndsBefore')
  const below = await create(nextName('Below'), { parentId: root.id, validDays: 90 })
  expect(await codeOf(create(nextName('Lower'), { parentId: below.id, validDays: 80 }))).toBe('caNotParent')
  expect(await codeOf(create(nextName('None'), { parentId: 999_999 }))).toBe('caNotFound')
  for (const wrong of [{ country: 'XX' }, { validDays: 0 }, { organization: 'x'.repeat(65) }, { unit: 'a\u202eb' }])
    expect(await codeOf(create(nextName('Wrong'), wrong as object))).toBe('invalidInput')
  await server.db
    .updateTable('sign_ins')
    .set({ verified_at: new Date(Date.now() - 3_600_000) })
    .execute()
  const stale = await codeOf(create(nextName('Later')))
  admin = await server.signIn('ADMIN')
  expect(stale).toBe('verificationRequired')
})

test('a state says that a CA ends soon, has ended, has no key, or lost the CA above it, and nothing is signed then', async () => {
  const root = await create(nextName('Root'))
  const device = await create(nextName('Device'), { parentId: root.id, validDays: 3000 })
  const set = (id: number, change: object) => server.db.updateTable('certificate_authorities').set(change).where('id', '=', id).execute()
  const stateAfter = async (id: number, change: object) => {
    const before = await server.db.selectFrom('certificate_authorities').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await set(id, change)
    const { state } = await read(device.id)
    const refused = await codeOf(admin(endpoints.setDefaultAuthority, { params: { id: device.id } }))
    const { valid_from, valid_to, private_key } = before
    await set(id, { valid_from, valid_to, private_key })
    return [state, refused]
  }
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  expect(await stateAfter(device.id, { valid_from: inDays(-700), valid_to: inDays(300) })).toEqual(['endingSoon', 'answered'])
  expect(await stateAfter(device.id, { valid_to: inDays(-1) })).toEqual(['expired', 'caExpired'])
  expect(await stateAfter(device.id, { valid_from: inDays(1) })).toEqual(['notYetValid', 'caNotYetValid'])
  expect(await stateAfter(root.id, { valid_to: inDays(-1) })).toEqual(['issuerUnusable', 'caIssuerUnusable'])
  expect(await stateAfter(device.id, { private_key: Buffer.alloc(80) })).toEqual(['keyMissing', 'caKeyMissing'])
  expect(await read(device.id)).toMatchObject({ state: 'active', isDefault: true })
})

test('of changes at the same time, each is made or refused for its reason', async () => {
  const root = await create(nextName('Root'))
  const makeDefault = (id: number) => codeOf(admin(endpoints.setDefaultAuthority, { params: { id } }))
  const ids = [root.id, ...(await Promise.all([1, 2, 3].map(() => create(nextName('Root'))))).map(({ id }) => id)]
  expect(new Set(await Promise.all([...ids, ...ids].map(makeDefault)))).toEqual(new Set(['answered']))
  const crl = () => codeOf(admin(endpoints.makeCrl, { params: { id: root.id } }))
  for (let round = 0; round < 4; round++) {
    const below = codeOf(create(nextName('Below'), { parentId: root.id, validDays: 365 }))
    expect(await Promise.all([below, crl(), crl(), makeDefault(root.id)])).toEqual(['answered', 'answered', 'answered', 'answered'])
    const other = await create(nextName('Root'))
    const child = codeOf(create(nextName('Below'), { parentId: other.id, validDays: 365 }))
    const remove = () => codeOf(admin(endpoints.deleteAuthority, { params: { id: other.id }, body: { confirmedName: other.name } }))
    const outcomes = (await Promise.all([child, remove(), remove()])).toSorted()
    expect([
      ['answered', 'caInUse', 'caInUse'],
      ['answered', 'caNotFound', 'caNotFound'],
    ]).toContainEqual(outcomes)
  }
})

test('an external CA certifies the request, and its answer is checked before it is stored', async () => {
  const waiting = await admin(endpoints.requestAuthority, { body: { name: nextName('Example Issuing CA'), country: 'JP' } })
  expect(waiting).toMatchObject({
    kind: 'external',
    state: 'awaitingCertificate',
    hasKey: true,
    chain: null,
    issuer: null,
    validTo: null,
    crl: null,
  })
  openssl.file('ca.csr', waiting.request ?? '')
  expect(openssl.run('req', '-in', 'ca.csr', '-noout', '-verify').text).toMatch(/verify OK/i)
  const day = ['-days', '3000', '-sha256']
  const key = ['-newkey', 'rsa:2048', '-nodes']
  openssl.run(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'up.key',
    '-subj',
    '/CN=Outer',
    '-addext',
    'keyUsage=critical,keyCertSign,cRLSign',
    ...day,
    '-out',
    'up.pem',
  )
  openssl.run('req', '-x509', ...key, '-keyout', 'other.key', '-subj', '/CN=Other', ...day, '-out', 'other.pem')
  const signed = (extensions: string, name: string, ...more: string[]) => {
    openssl.file('x.cnf', `${extensions}\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n`)
    const by = ['-CA', 'up.pem', '-CAkey', 'up.key', '-CAcreateserial', '-extfile', 'x.cnf']
    openssl.run('x509', '-req', '-in', 'ca.csr', ...by, ...more, ...day, '-out', name)
    return new TextDecoder().decode(openssl.read(name))
  }
  const good = signed('basicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign,cRLSign', 'good.pem')
  const leaf = signed('basicConstraints=critical,CA:false', 'leaf.pem')
  const renamed = signed('basicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign,cRLSign', 'renamed.pem', '-subj', '/CN=Renamed')
  const noCrls = signed('basicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign', 'nocrl.pem')
  const [up, other] = ['up.pem', 'other.pem'].map((name) => new TextDecoder().decode(openssl.read(name)))
  const upload = (certificates: string, id = waiting.id) =>
    admin(endpoints.uploadAuthorityCertificate, { params: { id }, body: { certificates } })
  expect(await codeOf(upload('hello'))).toBe('certificateUnreadable')
  expect(await codeOf(upload(good.replace(/[A-Z]/, 'q')))).toBe('certificateUnreadable')
  expect(await codeOf(upload(up!))).toBe('certificateOtherKey')
  expect(await codeOf(upload(leaf))).toBe('certificateNotCa')
  expect(await codeOf(upload(noCrls))).toBe('certificateNotCa')
  expect(await codeOf(upload(good + other))).toBe('certificateChainBroken')
  const answered = await upload(good + up)
  expect(answered).toMatchObject({ state: 'active', subject: waiting.subject, issuer: 'CN=Outer', crl: { number: 1 } })
  expect(answered.certificates[1]).toMatchObject({ subject: 'CN=Outer', key: 'RSA 2048', pathLength: null })
  expect(await codeOf(upload(renamed + up))).toBe('certificateOtherSubject')
  expect(await codeOf(upload(good + up))).toBe('answered')
  expect(await codeOf(upload(good, (await create(nextName('Root'))).id))).toBe('caHasCertificate')
  const below = await create(nextName('Below'), { parentId: waiting.id, validDays: 365 })
  openssl.file('below.pem', below.chain ?? '')
  const verified = openssl.run('verify', '-x509_strict', '-CAfile', 'up.pem', '-untrusted', 'good.pem', 'below.pem')
  expect(verified.text).toBe('below.pem: OK\n')
})

test('a backup is opened by OpenSSL and by its CA alone, and restores a key that is missing', async () => {
  const root = await create(nextName('Root'))
  const other = await create(nextName('Root'))
  const { backup, passphrase, fileName } = await admin(endpoints.backUpAuthority, { params: { id: root.id } })
  expect(fileName).toBe(`ca-${root.id}-backup.pem`)
  openssl.file('backup.pem', backup)
  expect(openssl.run('pkey', '-in', 'backup.pem', '-passin', `pass:${passphrase}`, '-noout', '-check').text).toContain('Key is valid')
  openssl.run('x509', '-in', 'backup.pem', '-out', 'kept.pem')
  expect(new TextDecoder().decode(openssl.read('kept.pem'))).toBe(root.chain)
  const check = (id: number, pass = passphrase, text = backup) =>
    admin(endpoints.checkAuthorityBackup, { params: { id }, body: { backup: text, passphrase: pass } })
  expect(await check(root.id, ` ${passphrase} `)).toEqual({ restored: false })
  expect(await codeOf(check(root.id, passphrase.toLowerCase()))).toBe('backupWrong')
  expect(await codeOf(check(root.id, passphrase, 'x'))).toBe('backupWrong')
  expect(await codeOf(check(other.id))).toBe('backupWrong')
  openssl.run(
    'pkcs8',
    '-topk8',
    '-in',
    'backup.pem',
    '-passin',
    `pass:${passphrase}`,
    '-passout',
    'pass:x',
    '-iter',
    '100001',
    '-out',
    'dear.pem',
  )
  expect(await codeOf(check(root.id, 'x', new TextDecoder().decode(openssl.read('dear.pem'))))).toBe('backupWrong')
  openssl.run(
    'pkcs8',
    '-topk8',
    '-in',
    'backup.pem',
    '-passin',
    `pass:${passphrase}`,
    '-passout',
    'pass:x',
    '-iter',
    '99999',
    '-out',
    'fair.pem',
  )
  expect(await check(root.id, 'x', new TextDecoder().decode(openssl.read('fair.pem')))).toEqual({ restored: false })
  await server.db
    .updateTable('certificate_authorities')
    .set({ private_key: Buffer.alloc(80) })
    .where('id', '=', root.id)
    .execute()
  expect(await codeOf(admin(endpoints.backUpAuthority, { params: { id: root.id } }))).toBe('caKeyMissing')
  expect(await read(root.id)).toMatchObject({ state: 'keyMissing', hasKey: false })
  expect(await check(root.id)).toEqual({ restored: true })
  expect(await read(root.id)).toMatchObject({ state: 'active' })
  const rows = await server.db.selectFrom('action_logs').select(['request_params', 'message']).execute()
  expect(JSON.stringify(rows) + server.logged()).not.toContain(passphrase)
})

test('a CA is deleted with its typed name, unless it is the default, has others below it, or its certificates are valid', async () => {
  const root = await create(nextName('Root'))
  const device = await create(nextName('Device'), { parentId: root.id, validDays: 100 })
  const remove = ({ id, name }: typeof root, confirmedName = name) =>
    admin(endpoints.deleteAuthority, { params: { id }, body: { confirmedName } })
  expect(await codeOf(remove(root, 'x'))).toBe('nameDiffers')
  expect(await codeOf(remove(root))).toBe('caInUse')
  await admin(endpoints.setDefaultAuthority, { params: { id: device.id } })
  expect(await codeOf(remove(device))).toBe('caIsDefault')
  await admin(endpoints.setDefaultAuthority, { params: { id: root.id } })
  await remove(device)
  expect(await codeOf(read(device.id))).toBe('caNotFound')
  expect(await read(root.id)).toMatchObject({ issued: 1, revoked: 1 })
  await admin(endpoints.setDefaultAuthority, { params: { id: (await create(nextName('Root'))).id } })
  // A peer that trusts the root learns only from its CRL that this certificate of a device is revoked.
  const leaf = await server.db.selectFrom('certificates').selectAll().where('ca_id', '=', root.id).executeTakeFirstOrThrow()
  const { id: _, ...copied } = leaf
  const device2 = { ...copied, kind: 'device', serial: Buffer.from('7f01', 'hex'), revoked_at: new Date() } as const
  const { id: leafId } = await server.db.insertInto('certificates').values(device2).returning('id').executeTakeFirstOrThrow()
  expect(await codeOf(remove(root))).toBe('caInUse')
  await server.db.deleteFrom('certificates').where('id', '=', leafId).execute()
  await remove(root)
  const last = await server.db.selectFrom('action_logs').select(['action', 'subject_name']).orderBy('id', 'desc').executeTakeFirst()
  expect(last).toEqual({ action: 'settingDelete', subject_name: root.name })
})

test('each change of a CA reaches the consoles, which know the public address when somebody is signed in', async () => {
  const member = await server.signIn('MEMBER')
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws?token=${member.accessToken}`)
  let changes = 0
  socket.onmessage = ({ data }) => void (changes += String(data).includes('CERTIFICATE_AUTHORITIES_CHANGED') ? 1 : 0)
  await new Promise((resolve) => (socket.onopen = resolve))
  const nextChange = async (act: () => Promise<unknown>) => {
    const before = changes
    await act()
    await expect.poll(() => changes).toBeGreaterThan(before)
  }
  const root = await create(nextName('Root'))
  await expect.poll(() => changes).toBeGreaterThan(0)
  const params = { id: root.id }
  await nextChange(() => admin(endpoints.makeCrl, { params }))
  await nextChange(() => admin(endpoints.backUpAuthority, { params }))
  await nextChange(() => admin(endpoints.deleteAuthority, { params, body: { confirmedName: root.name } }))
  socket.close()
  const addresses = [await admin(endpoints.init, {}), await server.anonymous(endpoints.init, {})].map(({ env }) => env.publicUrl)
  expect(addresses).toEqual(['https://simdeck.example', null])
})
