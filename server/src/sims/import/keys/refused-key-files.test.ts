import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import type { TestCall } from '../../../testing/server.ts'
import { codeOf, iccid, ImportsOfTest, refusalOf } from '../imports.fixture.ts'

const imports = new ImportsOfTest()
const newKey = (): string => toHex(randomBytes(16)).toUpperCase()

type Fields = { columns: readonly (string | null)[] } & Record<string, unknown>

function check(file: string, { columns, ...fields }: Fields, by: TestCall = imports.call) {
  const body = { ...fields, columns: JSON.stringify(columns) }
  return by(endpoints.checkKeyImport, { body, file: new File([file], 'vendor.csv') })
}

test('files of another form, wrong fields and lower roles are refused, and no message repeats a key', async () => {
  const key = newKey()
  const two = { columns: ['iccid', 'scp03_enc'] }
  const problemOf = async (file: string, fields: Fields) => {
    const { body } = await refusalOf(check(file, fields))
    expect(JSON.stringify(body)).not.toContain(key)
    return [body?.code, body?.fields?.[0]?.path, body?.fields?.[0]?.message]
  }
  expect(await problemOf(`ICCID,eKI\n${iccid(1)},${key}`, two)).toEqual([
    'keyFileHeader',
    'line 1, scp03_enc',
    'KI and OPc are keys of the subscription. They are not stored, so their column cannot be imported',
  ])
  expect(await problemOf(`ICCID,ENC,MAC\n${iccid(1)},${key},${key}`, two)).toEqual([
    'keyFileHeader',
    'line 1',
    'The number of columns is not that of the header',
  ])
  expect((await problemOf('', two))[2]).toBe('There is no header line')
  const varOut = { ...two, format: 'varOut' }
  expect((await problemOf(`Customer: ${key}`, varOut))[2]).toBe('There is no line that begins with Var_Out:')
  expect((await problemOf(`${key}\n`.repeat(2000), varOut))[2]).toBe('There is no line that begins with Var_Out:')
  for (const format of ['csv', 'varOut'] as const) {
    const head = format === 'csv' ? 'ICCID,ENC\n' : 'Var_Out: ICCID/ENC\n'
    expect((await problemOf(`${head}${iccid(1)},${key.repeat(3000)}\n`, { ...two, format }))[2]).toBe(
      'The line is too long (at most 64 KiB)',
    )
  }
  for (const wrong of [
    { columns: ['iccid', 'ki'] },
    { columns: ['scp03_enc'] },
    { columns: ['iccid', 'scp03_enc', 'scp03_enc'] },
    { columns: ['iccid', 'kic'] },
    { ...two, transport_key: 'AB' },
    { ...two, kvn: 128 },
    { ...two, format: 'xlsx' },
  ]) {
    const { body } = await refusalOf(check(`ICCID,ENC\n${iccid(1)},${key}`, wrong))
    expect([body?.code, JSON.stringify(body).includes(key)]).toEqual(['invalidInput', false])
  }
  const member = await imports.server.signIn('MEMBER')
  expect(await codeOf(check(`ICCID,ENC\n${iccid(1)},${key}`, two, member))).toBe('noPermission')
  expect(await codeOf(member(endpoints.startKeyImport, { params: { id: 1 } }))).toBe('noPermission')
  expect(await codeOf(imports.call(endpoints.startKeyImport, { params: { id: 999_999 } }))).toBe('taskNotFound')
  expect((await imports.call(endpoints.listTasks, { query: { kind: 'keyImport' } })).totalItems).toBe(0)
})
