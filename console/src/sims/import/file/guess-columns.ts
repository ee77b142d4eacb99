import { simCsvColumns } from '@simdeck/contract/sim-imports.ts'
import type { SimCsvColumn } from '@simdeck/contract/sim-imports.ts'
import { columnText } from '../column-text.ts'

/** SIM column of each column of a file. Null means that the column is left out. */
export type ColumnChoice = readonly (SimCsvColumn | null)[]

/** Further names of the columns, beside those in the CSV format and on the screens. They are written as `normalised` returns them. */
const furtherNames: { [Column in SimCsvColumn]?: readonly string[] } = {
  iccid: ['iccid番号', 'icカードid', 'simid', 'sim番号', 'simカード番号', 'sim製造番号', '製造番号', 'simserial', 'simserialnumber'],
  imsi: ['imsi番号', '加入者識別番号'],
  msisdn: ['電話番号', '回線番号', '携帯電話番号', '電話', 'tel', 'phone', 'phonenumber', 'mobilenumber', 'msisdn番号'],
  imei: ['imei番号', '端末識別番号', '端末製造番号'],
  device_alias: ['alias', '端末名', '機器名', '名前', '名称', 'name', 'devicename'],
  operator: ['事業者', 'キャリア', 'carrier', 'mno'],
  cm_platform: ['接続管理プラットフォーム', 'cmp'],
  type: ['種類', 'タイプ', 'sim種別', 'simの種別', 'simの種類', 'simtype'],
  external_device_id: ['外部id', 'デバイスid', '端末id', '管理番号', 'externalid', 'deviceid'],
  group: ['グループ名', 'groupname'],
  tags: ['ラベル', 'tag', 'label', 'labels'],
  status: ['状態', 'ステータス', 'simステータス'],
  cap_auth_key: ['認証鍵', 'cap認証鍵', 'authkey'],
  encrypt_key: ['暗号鍵', '暗号化鍵'],
  sd_aid: ['セキュリティドメイン', 'セキュリティドメインaid', 'securitydomainaid'],
  kvn: ['鍵バージョン', 'keyversion'],
  scp03_enc: ['scp03enc鍵', 'enc鍵', 'encキー', 'kenc', 'senc'],
  scp03_mac: ['scp03mac鍵', 'mac鍵', 'macキー', 'kmac', 'smac'],
  scp03_dek: ['scp03dek鍵', 'dek鍵', 'dekキー', 'kdek', 'dek'],
  scp03_level: ['セキュリティレベル', 'securitylevel'],
  sms_key_set: ['鍵セット', '鍵セット番号', 'keyset', 'keysetnumber'],
  sms_kic: ['kic', 'kic鍵'],
  sms_kid: ['kid', 'kid鍵'],
  sms_tar: ['tar'],
  sms_counter: ['scp80カウンター', 'cntr'],
}

/** Normalises the name of a column: width and case are made equal, spaces and punctuation are removed. */
const normalised = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}ー]/gu, '')

const namesOf = (column: SimCsvColumn): readonly string[] => [column, ...Object.values(columnText[column]), ...(furtherNames[column] ?? [])]
const named = new Map(simCsvColumns.flatMap((column) => namesOf(column).map((name) => [normalised(name), column] as const)))

/** Guesses the SIM columns of a file by their names. If two columns have the same meaning, the first one is used. */
export function guessColumns(header: readonly string[]): ColumnChoice {
  const taken = new Set<SimCsvColumn>()
  return header.map((name) => {
    const column = named.get(normalised(name))
    if (column === undefined || taken.has(column)) return null
    taken.add(column)
    return column
  })
}

/** SIM columns that are chosen for more than one column of the file. */
export function chosenTwice(columns: ColumnChoice): ReadonlySet<SimCsvColumn> {
  const chosen = columns.filter((column) => column !== null)
  return new Set(chosen.filter((column, index) => chosen.indexOf(column) !== index))
}

/** True if the first line looks like a SIM. It would be read as the names of the columns, and the SIM would not be imported. */
export function looksLikeData(header: readonly string[]): boolean {
  return header.some((cell) => /^\d{14,20}$/.test(cell))
}

const secret: ReadonlySet<SimCsvColumn | null> = new Set([
  'cap_auth_key',
  'encrypt_key',
  'scp03_enc',
  'scp03_mac',
  'scp03_dek',
  'sms_kic',
  'sms_kid',
] as const)

/** Text of a cell for the preview. Keys are hidden, even in a column that is left out. */
export function previewCell(column: SimCsvColumn | null, cell: string): string {
  return cell !== '' && (secret.has(column) || /^[0-9A-F]{32,}$/i.test(cell)) ? '••••' : cell
}
