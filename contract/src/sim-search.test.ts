import { expect, test } from 'vitest'
import { maxInAddress, maxNumbers, soughtIn, soughtProblem, simIdsIn, wholeSpellingsOf } from './sim-search.ts'

const iccid = '89811000023451420176'
const other = '8981100002345142018'

test('a number is found in any grouping, with dashes or in full width', () => {
  for (const typed of [
    '8981 1000 0234 5142 0176',
    '８９８１　１０００　０２３４　５１４２　０１７６',
    '8981-1000-0234-5142-0176',
    ` ${iccid}\n`,
  ]) {
    const sought = soughtIn(typed)
    expect([typed, 'words' in sought && sought.words.map(([first]) => first)]).toEqual([typed, [iccid]])
  }
  expect(soughtIn('35 693803 564380 9')).toMatchObject({ words: [['356938035643809', '35 693803 564380 9']] })
  expect(soughtIn('０９０ー１２３４ー５６７８')).toMatchObject({ words: [['09012345678', '090ー1234ー5678', '819012345678']] })
})

test('quotation marks around a number and a name before it do not change the number', () => {
  const spellingOf = (typed: string) => {
    const sought = soughtIn(typed)
    return [typed, 'words' in sought ? sought.words.map(([first]) => first) : sought.numbers]
  }
  for (const typed of ['"#"', "'#'", '“#”', '„#“', '”#”', '‘#’', '「#」', '『#』', '＂#＂', '«#»', '`#`']) {
    const quoted = typed.replace('#', iccid)
    expect(spellingOf(quoted)).toEqual([quoted, [iccid]])
  }
  for (const name of [
    'ICCID',
    'iccid',
    'ICC-ID',
    'IMSI',
    'MSISDN',
    'IMEI',
    'IMEI1',
    'EID',
    'ＩＣＣＩＤ',
    '電話番号',
    '電話番号（MSISDN）',
    'Phone number (MSISDN)',
    'SIM番号',
  ])
    for (const between of [':', ': ', ' : ', '=', '：', '＝', ' ', '\t', '："']) {
      const named = `${name}${between}${iccid}${between.endsWith('"') ? '"' : ''}`
      expect(spellingOf(named)).toEqual([named, [iccid]])
    }
  for (const typed of [
    `"iccid": "${iccid}"`,
    `ICCID: 8981 1000 0234 5142 0176`,
    ` iccid="${iccid}"`,
    `"ICCID: ${iccid}"`,
    `「電話番号：${iccid}」`,
  ])
    expect(spellingOf(typed)).toEqual([typed, [iccid]])
  expect(spellingOf('電話番号：090-1234-5678')[1]).toEqual(['09012345678'])
  expect(spellingOf('IMEI: 35 6938')[1]).toEqual(['35', '6938'])
  expect(spellingOf(`"${iccid}","${other}"`)[1]).toEqual([iccid, other])
  expect(spellingOf(`ICCID: ${iccid}\nICCID: ${other}`)[1]).toEqual([iccid, other])
  // A text that only looks like a labelled number is kept as typed.
  for (const typed of ['SIM', 'ICCID', '「札幌」', 'METEREID:12', 'imei-12', '電話:札幌', '"12'])
    expect(spellingOf(typed)[1]).toEqual([typed])
  expect(spellingOf('SIM 20')[1]).toEqual(['SIM', '20'])
})

test('each word is searched for separately, in any order', () => {
  expect(soughtIn('札幌　自販機')).toEqual({ words: [['札幌'], ['自販機']] })
  expect(soughtIn('0142 0176')).toEqual({ words: [['0142'], ['0176']] })
  expect(soughtIn('2024-0012')).toEqual({ words: [['20240012', '2024-0012']] })
  expect(soughtIn('検針器-横浜-2210')).toEqual({ words: [['検針器-横浜-2210']] })
  expect(soughtIn(',')).toEqual({ words: [[',']] })
})

test('several whole numbers form a list without duplicates, even with other entries among them', () => {
  const list = { numbers: [iccid, other] }
  for (const between of ['\n', '\r\n', ', ', '\t', ' ', '、', '，']) expect(soughtIn(`${iccid}${between}${other}`)).toEqual(list)
  expect(soughtIn(`8981 1000 0234 5142 0176\n8981 1000 0234 5142 018\n${other}\n`)).toEqual(list)
  expect(soughtIn(`ICCID\n${iccid}\n${other}`)).toEqual({ numbers: ['ICCID', iccid, other] })
  expect(wholeSpellingsOf('09012345678')).toContain('+819012345678')
  const many = (n: number) => Array.from({ length: n }, (_, at) => String(89_811_000_000 + at)).join('\n')
  expect([soughtProblem(many(maxInAddress)), soughtProblem(many(maxInAddress + 1))]).toEqual([null, 'tooMany'])
  const inBody = [maxNumbers, maxNumbers + 1, 4 * maxNumbers].map((n) => soughtProblem(many(n), maxNumbers))
  expect(inBody).toEqual([null, 'tooMany', 'tooMany'])
  expect(simIdsIn(many(maxNumbers), maxNumbers)).toHaveLength(maxNumbers)
  expect([simIdsIn(many(maxInAddress + 1)), simIdsIn(many(maxNumbers + 1), maxNumbers)]).toEqual([null, null])
  expect(['x'.repeat(64), 'x'.repeat(65), 'a b c d e f g h i', ' '].map((typed) => soughtProblem(typed))).toEqual([
    null,
    'tooLong',
    'tooLong',
    'empty',
  ])
  expect([simIdsIn('１, 2\n2'), simIdsIn('abc'), simIdsIn('0')]).toEqual([[1, 2], null, null])
})

test('a text that would take long to normalise or to split is refused before that', () => {
  // Normalisation sorts combining marks, which takes minutes for half a megabyte of them.
  for (const hostile of [`1${'\u0315\u0300'.repeat(250_000)}`, `1${'\u0315\u0300'.repeat(12_000)}`, '\uFDFA '.repeat(12_900)])
    for (const most of [maxInAddress, maxNumbers])
      expect([soughtProblem(hostile, most), simIdsIn(hostile, most)]).toEqual(['tooLong', null])
  expect(soughtProblem(`${iccid}\n`.repeat(1200))).toBeNull()
})
