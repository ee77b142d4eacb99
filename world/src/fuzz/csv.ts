import { maxCsvLineBytes, simCsvColumns } from '@simdeck/contract/sim-imports.ts'
import { csvEncodings } from '@simdeck/contract/tasks.ts'
import type { CsvEncoding } from '@simdeck/contract/tasks.ts'
import { concat, uint } from '@simdeck/protocol/bytes.ts'
import { checkLine, givenKeys, incompleteKeys } from '@simdeck/server/sims/import/check/check-line.ts'
import { CsvLineTooLong, CsvReader } from '@simdeck/server/platform/csv/csv-reader.ts'
import type { CsvRecord } from '@simdeck/server/platform/csv/csv-reader.ts'
import { CsvDecoder, WrongBytes } from '@simdeck/server/platform/csv/decode-csv.ts'
import { CsvHeaderError } from '@simdeck/server/sims/import/csv/header.ts'
import { readSimCsv } from '@simdeck/server/sims/import/csv/read-csv.ts'
import { Random } from '@simdeck/simulator/random.ts'
import { Feed } from './feed.ts'
import { mutate, onceIn, pick } from './mutate.ts'
import { assertInvariant } from './target.ts'
import type { FuzzTarget } from './target.ts'

const key = '000102030405060708090a0b0c0d0e0f'
const line = `89810400000000000017,440100000000017,+819012345678,490154203237518,"Meter ""7""",docomo,other,SIM,x 1,Tokyo,active,${key},${key},A000000151000000,0x30,${key},${key},${key}`
const whole = (end: string) => `${simCsvColumns.join()}${end}${line}${end}${line.replaceAll('"', '')}${end}`
const texts = [
  whole('\r\n'),
  whole('\n'),
  whole('\r'),
  `\u{feff}iccid,device_alias,group\n8981040000000000001,メーター,"東京\nの, 庭"\n\n8981040000000000002,'=1+1,  x  \n`,
  'iccid\n"8981040000000000001"\n"898104000000000000"1\n"open\n8981040000000000002',
  `iccid,sms_key_set,sms_algorithm,sms_kic,sms_kid,sms_tar,sms_counter\n8981040000000000001,3,aes,${key},${key},534D01,41\n8981040000000000002,3,3des,${key},,,\n`,
  'ICCID , imei\n8981040000000000001,"",\n,,\n"","4"" "\t\r\n',
]
/** In Shift_JIS, the second octet of 表, ソ and 能 is a backslash, and ｱ is a single octet. */
const shiftJis = Buffer.from('69636369642c67726f75700a383938313034303030303030303030303030312c955c835c945c2cb10a', 'hex')
const samples = [...texts.map((text) => new Uint8Array(Buffer.from(text))), new Uint8Array(shiftJis)]
const parts = ['"', '""', '\r', '\n', '\r\n', ',', '\u0000', '"\n', ' "', '" ', '\t', "'=", 'é', '表', '\u{1f4f1}'].map(
  (part) => new Uint8Array(Buffer.from(part)),
)

const headerLength = 3

/** An input: encoding, seed of the cuts, file. */
function make(random: Random): Uint8Array {
  const start = concat(uint(random.between(0, 1), 1), uint(random.between(0, 0xffff), 2))
  if (onceIn(random, 3000)) return concat(start, giant(random))
  const sample = pick(random, samples)
  return concat(start, onceIn(random, 20) ? sample : mutate(random, sample, [...parts, ...samples]))
}

/** Cells about as long as the limit of a line. */
function giant(random: Random): Uint8Array {
  const cell = new Uint8Array(random.between(60_000, 70_000)).fill(pick(random, [0x61, 0x20, 0x22, 0x2c, 0xb1]))
  return concat(Buffer.from(pick(random, ['iccid\n', 'iccid\n"', '', '"'])), cell, pick(random, parts), Buffer.from('\niccid\n'))
}

function cut(bytes: Uint8Array, random: Random, most: number): Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length;) {
    const end = at + random.between(1, most)
    pieces.push(bytes.subarray(at, end))
    at = end
  }
  return pieces
}

interface Outcome {
  records: CsvRecord[]
  refused: boolean
}

function readPieces(pieces: readonly Uint8Array[], encoding: CsvEncoding): Outcome {
  const decoder = new CsvDecoder(encoding)
  const reader = new CsvReader(maxCsvLineBytes)
  const records: CsvRecord[] = []
  try {
    for (const piece of pieces) records.push(...reader.read(decoder.decode(piece)))
    records.push(...reader.read(decoder.decode(new Uint8Array(0), true), true))
    return { records, refused: false }
  } catch (error) {
    if (error instanceof WrongBytes || error instanceof CsvLineTooLong) return { records, refused: true }
    throw error
  }
}

async function readLines(pieces: readonly Uint8Array[], encoding: CsvEncoding): Promise<string> {
  async function* stream() {
    yield* pieces
  }
  let good = 0
  try {
    for await (const lines of readSimCsv(stream(), { encoding })) {
      for (const one of lines) {
        if ('reason' in one) continue
        const { problems } = checkLine(one.cells, { maySetSmsKeys: true })
        assertInvariant(
          incompleteKeys(one.cells).length > 0 === ![0, 31].includes(givenKeys(one.cells)),
          'givenKeys and incompleteKeys disagree',
        )
        if (problems.length === 0) good++
      }
    }
    return good > 0 ? 'good lines' : 'no good line'
  } catch (error) {
    if (error instanceof CsvHeaderError) return `refused: ${error.problems[0]?.reason}`
    throw error
  }
}

/** Files of SIMs. The network may cut the file anywhere; the lines must stay the same. */
export const csvTarget: FuzzTarget = {
  make,
  run(input) {
    const feed = new Feed(input)
    const encoding = csvEncodings[feed.octet() & 1]!
    const random = new Random(String(feed.uint16()))
    const bytes = input.subarray(headerLength)
    const most = bytes.length > 10_000 ? pick(random, [1, 64, 5000]) : pick(random, bytes.length > 200 ? [9, 40] : [1, 3])
    const [fine, coarse] = [readPieces(cut(bytes, random, most), encoding), readPieces([bytes], encoding)]
    assertInvariant(fine.refused === coarse.refused, 'acceptance depends on the cuts')
    const both = Math.min(fine.records.length, coarse.records.length)
    const textOf = ({ records }: Outcome): string => JSON.stringify(fine.refused ? records.slice(0, both) : records)
    assertInvariant(textOf(fine) === textOf(coarse), 'the lines depend on the cuts')
    return readLines(cut(bytes, random, bytes.length / 2 + 1), encoding)
  },
}
