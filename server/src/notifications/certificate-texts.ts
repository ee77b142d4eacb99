import type { Language } from '@simdeck/contract/languages.ts'
import type { ParamsOf } from '../platform/notifications/content.ts'
import type { SafeCause } from '../platform/notifications/tables.ts'
import { counted, simNames, type TextOf } from './text-parts.ts'

type CertificateTold = { params: Omit<ParamsOf<'certificateEnds'>, 'days'>; count: number; language: Language }
function certificateBody({ params: { name, label, campaign }, count, language }: CertificateTold): string {
  const parts = count === 1 ? [name, label] : [...(campaign === null ? [] : [campaign]), simNames(name, { count, language })]
  return parts.join(language === 'ja' ? '・' : ' · ')
}

/** The texts of the kinds of certificates and files. */
export const certificateTexts: { [Kind in SafeCause | 'certificateEnds']: TextOf<Kind> } = {
  certificateActive: {
    title: counted({ ja: '証明書が有効になりました', en: 'Certificate active' }, (n) => ({
      ja: `${n}台のSIMで証明書が有効になりました`,
      en: `Certificates active on ${n} SIMs`,
    })),
    body: certificateBody,
  },
  certificateRejected: {
    title: counted({ ja: '証明書の要求が却下されました', en: 'Certificate request rejected' }, (n) => ({
      ja: `${n}台のSIMで証明書の要求が却下されました`,
      en: `Certificate requests of ${n} SIMs rejected`,
    })),
    body: certificateBody,
  },
  certificateFailed: {
    title: counted({ ja: '証明書を発行または配信できませんでした', en: 'Certificate not issued or delivered' }, (n) => ({
      ja: `${n}台のSIMに証明書を発行または配信できませんでした`,
      en: `Certificates of ${n} SIMs not issued or delivered`,
    })),
    body: certificateBody,
  },
  certificateWaits: {
    title: counted({ ja: '証明書が承認を待っています', en: 'A certificate waits for approval' }, (n) => ({
      ja: `${n}台のSIMの証明書が承認を待っています`,
      en: `Certificates of ${n} SIMs wait for approval`,
    })),
    body: certificateBody,
  },
  fileActive: {
    title: counted({ ja: 'ファイルを書き込みました', en: 'File written' }, (n) => ({
      ja: `${n}台のSIMにファイルを書き込みました`,
      en: `Files written to ${n} SIMs`,
    })),
    body: certificateBody,
  },
  fileFailed: {
    title: counted({ ja: 'ファイルを書き込めませんでした', en: 'File not written' }, (n) => ({
      ja: `${n}台のSIMにファイルを書き込めませんでした`,
      en: `Files of ${n} SIMs not written`,
    })),
    body: certificateBody,
  },
  certificateEnds: {
    title: counted({ ja: '証明書の期限が近づいています', en: 'A certificate ends soon' }, (n) => ({
      ja: `${n}台のSIMで証明書の期限が近づいています`,
      en: `Certificates of ${n} SIMs end soon`,
    })),
    body: ({ params, ...told }) => {
      const within = told.language === 'ja' ? `${params.days}日以内` : `within ${params.days} ${params.days === 1 ? 'day' : 'days'}`
      return [certificateBody({ params, ...told }), within].join(told.language === 'ja' ? '・' : ' · ')
    },
  },
}
