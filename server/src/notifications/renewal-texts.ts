import { errorCatalogue } from '@simdeck/contract/errors.ts'
import { campaignBody, counted, type TextOf } from './text-parts.ts'

/** The texts of the renewals of certificates by rule. */
export const renewalTexts: {
  [Kind in 'certificateRenewalBegan' | 'certificateRenewalDue' | 'certificateRenewalRefused']: TextOf<Kind>
} = {
  certificateRenewalBegan: {
    title: counted({ ja: '証明書の自動更新を開始しました', en: 'Renewal of certificates started by rule' }, (n) => ({
      ja: `${n}件の証明書の自動更新を開始しました`,
      en: `${n} renewals of certificates started by rule`,
    })),
    body: campaignBody(),
  },
  certificateRenewalDue: {
    title: counted({ ja: '証明書の更新時期です', en: 'Certificates are due for renewal' }, (n) => ({
      ja: `${n}件のテンプレートの証明書が更新時期です`,
      en: `Certificates of ${n} templates are due for renewal`,
    })),
    body: campaignBody(),
  },
  certificateRenewalRefused: {
    title: counted({ ja: '証明書の自動更新を開始できませんでした', en: 'Renewal of certificates did not start' }, (n) => ({
      ja: `${n}件の証明書の自動更新を開始できませんでした`,
      en: `${n} renewals of certificates did not start`,
    })),
    body: (told) => campaignBody((language) => errorCatalogue[told.params.refusal][language])(told),
  },
}
