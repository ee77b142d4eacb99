import type { Words } from '../status-words.ts'
import { masterFile } from './file-commands.ts'

/** The identifier by which the application of the network is reached on any card (ETSI TS 102 221 §8.3). */
export const currentAdf = 0x7fff
export const telecom = 0x7f10
export const gsm = 0x7f20
/** The folder of GSM 1800, which cards keep as another name of DF.GSM. */
const dcs1800 = 0x7f21

/** `name` as in the standards. `words` for operators. `holdsKeys`: the file holds keys of the subscriber and is never read. */
export type KnownFile = { name: string; words: Words; holdsKeys?: true }

const file = (name: string, ja: string, en: string): KnownFile => ({ name, words: { ja, en } })
const keys = (name: string, ja: string, en: string): KnownFile => ({ ...file(name, ja, en), holdsKeys: true })

const masterFiles: Readonly<Record<number, KnownFile>> = {
  0x2f00: file('EF.DIR', 'アプリケーションの一覧', 'Applications'),
  0x2f05: file('EF.PL', '優先言語', 'Preferred languages'),
  0x2f06: file('EF.ARR', 'アクセス規則', 'Access rules'),
  0x2f08: file('EF.UMPC', '最大消費電力', 'Maximum power consumption'),
  0x2fe2: file('EF.ICCID', 'カード番号', 'Card number'),
}

/** Files that DF TELECOM and the ADF USIM share (3GPP TS 31.102, TS 51.011). */
const phoneFiles: Readonly<Record<number, KnownFile>> = {
  0x6f3a: file('EF.ADN', '電話帳', 'Phone book'),
  0x6f3b: file('EF.FDN', '発信先固定の電話番号', 'Fixed dialling numbers'),
  0x6f3c: file('EF.SMS', 'SMSの保存', 'Stored short messages'),
  0x6f40: file('EF.MSISDN', '自分の電話番号', 'Own numbers'),
  0x6f42: file('EF.SMSP', 'SMSの送信設定', 'SMS parameters'),
  0x6f43: file('EF.SMSS', 'SMSの状態', 'SMS status'),
  0x6f49: file('EF.SDN', 'サービスの電話番号', 'Service dialling numbers'),
  0x6f54: file('EF.SUME', 'メニューの名前', 'Set-up menu elements'),
}

const networkFiles: Readonly<Record<number, KnownFile>> = {
  0x6f07: file('EF.IMSI', 'IMSI', 'IMSI'),
  0x6f31: file('EF.HPPLMN', 'ホームネットワークの検索間隔', 'Search period of the home network'),
  0x6f38: file('EF.UST', 'サービスの一覧', 'Service table'),
  0x6f46: file('EF.SPN', 'サービス名', 'Service provider name'),
  0x6f78: file('EF.ACC', 'アクセス制御クラス', 'Access control class'),
  0x6f7b: file('EF.FPLMN', '禁止ネットワーク', 'Forbidden networks'),
  0x6f7e: file('EF.LOCI', '位置情報', 'Location information'),
  0x6fad: file('EF.AD', '管理情報', 'Administrative data'),
}

const usimFiles: Readonly<Record<number, KnownFile>> = {
  ...phoneFiles,
  ...networkFiles,
  0x6f05: file('EF.LI', '言語', 'Language indication'),
  0x6f06: file('EF.ARR', 'アクセス規則', 'Access rules'),
  0x6f08: keys('EF.Keys', '暗号鍵と完全性保護鍵', 'Ciphering and integrity keys'),
  0x6f09: keys('EF.KeysPS', 'パケット通信の鍵', 'Keys of the packet domain'),
  0x6f3e: file('EF.GID1', 'グループ識別子1', 'Group identifier level 1'),
  0x6f3f: file('EF.GID2', 'グループ識別子2', 'Group identifier level 2'),
  0x6f56: file('EF.EST', '有効なサービス', 'Enabled services'),
  0x6f5b: file('EF.START-HFN', 'ハイパーフレーム番号', 'Initialisation values for hyperframe numbers'),
  0x6f5c: file('EF.THRESHOLD', '鍵の使用限度', 'Maximum value of START'),
  0x6f60: file('EF.PLMNwAcT', 'ユーザーの優先ネットワーク', 'User-controlled networks'),
  0x6f61: file('EF.OPLMNwAcT', '事業者の優先ネットワーク', 'Operator-controlled networks'),
  0x6f62: file('EF.HPLMNwAcT', 'ホームネットワーク', 'Home networks'),
  0x6f73: file('EF.PSLOCI', 'パケット通信の位置情報', 'Packet domain location'),
  0x6fb7: file('EF.ECC', '緊急通報の番号', 'Emergency call codes'),
  0x6fc4: file('EF.NETPAR', 'ネットワークパラメータ', 'Network parameters'),
  0x6fc5: file('EF.PNN', 'ネットワークの名前', 'Network names'),
  0x6fc6: file('EF.OPL', '事業者のネットワーク一覧', 'Operator network list'),
  0x6fcd: file('EF.SPDI', 'サービス名の表示対象', 'Service provider display information'),
  0x6fd9: file('EF.EHPLMN', '同等のホームネットワーク', 'Equivalent home networks'),
  0x6fe3: file('EF.EPSLOCI', 'LTEの位置情報', 'EPS location information'),
  0x6fe4: keys('EF.EPSNSC', 'LTEのセキュリティ情報', 'EPS security context'),
}

const gsmFiles: Readonly<Record<number, KnownFile>> = {
  ...networkFiles,
  0x6f05: file('EF.LP', '優先言語', 'Language preference'),
  0x6f20: keys('EF.Kc', '暗号鍵', 'Ciphering key'),
  0x6f30: file('EF.PLMNsel', '優先ネットワーク', 'Preferred networks'),
  0x6f38: file('EF.SST', 'サービスの一覧', 'Service table'),
  0x6f52: keys('EF.KcGPRS', 'GPRSの暗号鍵', 'GPRS ciphering key'),
  0x6f74: file('EF.BCCH', '報知情報', 'Broadcast control channels'),
  0x6fae: file('EF.Phase', 'フェーズ', 'Phase'),
}

/** `folders`: those inside of the folder. */
type KnownFolder = {
  folder: KnownFile
  files: Readonly<Record<number, KnownFile>>
  folders?: Readonly<Record<number, KnownFolder>>
}

/** Folders of the ADF USIM with files that hold keys (3GPP TS 31.102 §4.4). */
const usimFolders: Readonly<Record<number, KnownFolder>> = {
  0x5f3b: {
    folder: file('DF.GSM-ACCESS', 'GSMへの接続', 'GSM access'),
    files: { 0x4f20: keys('EF.Kc', '暗号鍵', 'Ciphering key'), 0x4f52: keys('EF.KcGPRS', 'GPRSの暗号鍵', 'GPRS ciphering key') },
  },
  0x5f40: {
    folder: file('DF.WLAN', '無線LANへの接続', 'WLAN access'),
    files: { 0x4f46: keys('EF.WRI', '無線LANの再認証情報', 'WLAN reauthentication identity') },
  },
  0x5fc0: {
    folder: file('DF.5GS', '5G', '5G'),
    files: {
      0x4f03: keys('EF.5GS3GPPNSC', '5Gのセキュリティ情報', '5G security context'),
      0x4f04: keys('EF.5GSN3GPPNSC', '3GPP以外の接続での5Gのセキュリティ情報', '5G security context of non-3GPP access'),
      0x4f05: keys('EF.5GAUTHKEYS', '5Gの認証鍵', '5G authentication keys'),
    },
  },
}

const folders: Readonly<Record<number, KnownFolder>> = {
  [telecom]: { folder: file('DF.TELECOM', '電話帳とSMS', 'Telecommunication service'), files: phoneFiles },
  [gsm]: { folder: file('DF.GSM', 'GSM', 'GSM'), files: gsmFiles },
  [dcs1800]: { folder: file('DF.DCS1800', 'GSM 1800', 'GSM 1800'), files: gsmFiles },
  [currentAdf]: { folder: file('ADF.USIM', 'USIM', 'USIM'), files: usimFiles, folders: usimFolders },
}

const root = file('MF', 'マスターファイル', 'Master file')

/** The standard file at a path from the MF (3GPP TS 31.102, TS 51.011, ETSI TS 102 221); null for any other. */
export function knownFile(path: readonly number[]): KnownFile | null {
  let inside: Omit<KnownFolder, 'folder'> = { files: masterFiles, folders }
  let known: KnownFile | null = root
  for (const id of path) {
    const found: KnownFolder | undefined = inside.folders?.[id]
    known = found?.folder ?? inside.files[id] ?? null
    inside = found ?? { files: {} }
  }
  return known
}

/** True for a standard file with keys of the subscription, which no script reads and no answer shows. */
export const holdsKeys = (path: readonly number[]): boolean => knownFile(path)?.holdsKeys === true

export const fileIdHex = (id: number): string => id.toString(16).toUpperCase().padStart(4, '0')

/** The path for people: `3F00 / 7FFF / 6F60`. */
export const pathText = (path: readonly number[]): string => [masterFile, ...path].map(fileIdHex).join(' / ')

/** Paths of the files that operators change most. */
export const usualFiles: readonly (readonly number[])[] = [0x6f60, 0x6f7b, 0x6f46, 0x6f42, 0x6f78, 0x6f7e].map((id) => [currentAdf, id])
