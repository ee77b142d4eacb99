/** Texts in answers about packages. */
export const packageEditText = {
  library: {
    ja: 'アプレットを含まないライブラリには、インストールパラメータがありません',
    en: 'A library holds no applet and takes no install parameters',
  },
  parameters: { ja: 'インストールパラメータが正しくありません', en: 'The install parameters are not right' },
  holding: { ja: (sims: number) => `保持しているSIM：${sims}台`, en: (sims: number) => `SIMs that hold it: ${sims}` },
  awaiting: { ja: (sims: number) => `待機中のSIM：${sims}台`, en: (sims: number) => `SIMs with an open OTA: ${sims}` },
  open: { ja: (count: number) => `終わっていない配信：${count}件`, en: (count: number) => `campaigns that have not ended: ${count}` },
}
