import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runSessionVectors } from './session.ts'

const path = `${process.env['VECTORS'] ?? new URL('../../../../shared/vectors', import.meta.url).pathname}/session-vectors.json`

test.skipIf(!existsSync(path))('every vector of the device session passes', () => {
  const results = runSessionVectors(JSON.parse(readFileSync(path, 'utf8')))
  expect(results.filter((result) => !result.ok)).toEqual([])
  expect(results.length).toBeGreaterThan(30)
})

test.skipIf(!existsSync(path))('a changed vector fails, and the result names the difference', () => {
  const text = readFileSync(path, 'utf8').replace('"mac": "f715c8badb05b34c"', '"mac": "f715c8badb05b34d"')
  expect(runSessionVectors(JSON.parse(text)).filter((result) => !result.ok)).toEqual([
    { name: 'install 1 SCP_INIT', ok: false, why: 'mac is f715c8badb05b34c' },
  ])
})

test.skipIf(!existsSync(path))('a vector fails when a frame that must be refused is accepted', () => {
  const json = JSON.parse(readFileSync(path, 'utf8'))
  const good = json.flows[0].frames[4].frame
  json.refused.frames = [{ end: 'server', why: 'nothing wrong', frame: good }]
  expect(runSessionVectors(json).filter((result) => !result.ok)).toEqual([
    { name: 'refused server: nothing wrong', ok: false, why: 'the server accepts it' },
  ])
})
