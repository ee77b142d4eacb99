import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mapFilePath } from '@simdeck/contract/map-file.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let folder: string
let path: string
let server: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simdeck-map-'))
  path = join(folder, 'world.pmtiles')
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  await writeFile(path, '0123456789')
  server = await startTestServer({ MAP_FILE: path }, folder)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const get = (range?: string) => fetch(server.url + mapFilePath, range === undefined ? {} : { headers: { range } })

test('a part of the file of the map is answered, up to its end', async () => {
  for (const [range, text, content] of [
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=8-16383', '89', 'bytes 8-9/10'],
  ] as const) {
    const answer = await get(range)
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([206, text, content])
    expect(answer.headers.get('etag')).toBeTruthy()
  }
})

test('the whole file, several ranges and parts beyond it are refused', async () => {
  for (const range of [undefined, 'bytes=', 'bytes=10-12', 'bytes=4-2', 'bytes=0-1,3-4', 'bytes=-3', 'bytes=0-', 'lines=0-1']) {
    const answer = await get(range)
    expect([range, answer.status, answer.headers.get('content-range')]).toEqual([range, 416, 'bytes */10'])
    expect(await answer.text()).toBe('')
  }
})

test('a part is at most 4 MB', async () => {
  await writeFile(path, Buffer.alloc(5 * 1024 * 1024))
  expect((await get(`bytes=0-${4 * 1024 * 1024}`)).status).toBe(416)
  expect((await (await get(`bytes=0-${4 * 1024 * 1024 - 1}`)).arrayBuffer()).byteLength).toBe(4 * 1024 * 1024)
})

test('a HEAD tells of a file, of a file that is missing, and that none is configured', async () => {
  const head = async ({ url }: TestServer) => (await fetch(url + mapFilePath, { method: 'HEAD' })).status
  expect(await head(server)).toBe(200)
  await rm(path)
  expect([await head(server), (await get('bytes=0-1')).status]).toEqual([404, 404])
  expect(server.logged().split('the file of the map (MAP_FILE) cannot be read')).toHaveLength(2)
  await using without = await startTestServer({}, folder)
  expect(await head(without)).toBe(204)
})
