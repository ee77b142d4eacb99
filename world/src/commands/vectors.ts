import { readFile } from 'node:fs/promises'
import { runVectors } from '@simdeck/protocol/vectors/run.ts'

/** `npm run -s vectors -- FILE…`: prints the differences; the exit status is 0 only if every file was read and no vector failed. */
async function main(files: readonly string[]): Promise<boolean> {
  if (files.length === 0) {
    console.error('usage: npm run -s vectors -- FILE…')
    return false
  }
  let passed = 0
  let failed = 0
  for (const file of files) {
    const json = await readJson(file)
    if (json === null) {
      failed += 1
      console.log(`FAILED ${file}: cannot be read as JSON`)
      continue
    }
    for (const result of runVectors(json)) {
      if (result.ok) passed += 1
      else {
        failed += 1
        console.log(`FAILED ${file}: ${result.name}: ${result.why ?? 'differs'}`)
      }
    }
  }
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return null
  }
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1
