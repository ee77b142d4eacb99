/** A step of the guide: what it does, in both languages, and its commands for a POSIX shell. */
export type GuideStep = { words: { ja: string; en: string }; command: string }

const json = (shell: string): string => `"${shell.replaceAll('"', String.raw`\"`)}"`
/** The targets of the campaign, as part of the JSON body of a call. */
const plan = '"targets":[{"appletType":1,"package":$PACKAGE,"active":true}]'

/**
 * A campaign from its first call to its last, for another system with an API ID. `SIMDECK` is the address of the server and `TOKEN` an
 * access token; the steps use the variables of earlier steps.
 */
export const campaignGuide: readonly GuideStep[] = [
  {
    words: {
      ja: '準備：書き込むパッケージ（GET /ota-api/packages/list の値）と、呼び出しのための関数です。',
      en: 'Preparation: the package to write, as GET /ota-api/packages/list names it, and functions for the calls.',
    },
    command: String.raw`PACKAGE='{"packageAID":"F0112233445566778899","otaVersion":"1.0","label":"stable"}'
ota() { curl -sS -X "$1" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' "$SIMDECK/ota-api/admin$2" -d "$3"; }
number() { grep -oE "\"$1\":[0-9]+" | head -n 1 | grep -oE '[0-9]+$'; }`,
  },
  {
    words: { ja: '対象のSIMを固定します。', en: 'Freeze the SIMs.' },
    command: `SNAPSHOT=$(ota POST /createSnapshotOfOTATarget '{"filter":{"status":"ACTIVATED"}}' | number id)`,
  },
  {
    words: { ja: 'ドライランで、対象になる台数を確かめます。', en: 'Let a dry run count the SIMs that take part.' },
    command: `ELIGIBLE=$(ota POST /dryRunBulkOTA ${json(`{"snapshotId":$SNAPSHOT,${plan}}`)} | number eligible)
echo "$ELIGIBLE"`,
  },
  {
    words: {
      ja: '段階に分けて配信を始めます。第1段階は25%で、次の段階は手動で始めます。SIMが今のアプレットを失う場合は "removalConsent":true も必要です。',
      en: 'Start the campaign in waves: 25% first, the next wave by hand. If SIMs lose their applet, "removalConsent":true is needed too.',
    },
    command: `CAMPAIGN=$(ota PUT /bulkOTA ${json(
      `{"snapshotId":$SNAPSHOT,${plan},"name":"November","confirmedCount":$ELIGIBLE,"rollout":{"waves":[{"percent":25}],"next":"manual"}}`,
    )} | number id)`,
  },
  {
    words: { ja: '状態、段階、SIMの数を見ます。', en: 'Watch its state, its waves and its counts.' },
    command: `curl -sS -H "Authorization: Bearer $TOKEN" "$SIMDECK/ota-api/admin/bulkOTA/$CAMPAIGN"`,
  },
  {
    words: { ja: '一時停止し、再開します。', en: 'Pause it, and resume it.' },
    command: `ota PUT "/bulkOTA/$CAMPAIGN" '{"action":"pause"}'
ota PUT "/bulkOTA/$CAMPAIGN" '{"action":"resume"}'`,
  },
  {
    words: { ja: '第2段階を始めます。', en: 'Release the second wave.' },
    command: `ota PUT "/bulkOTA/$CAMPAIGN" '{"action":"release","wave":2}'`,
  },
  {
    words: {
      ja: '配信が終わったら（finishedAtに値があれば）、結果のCSVを受け取ります。',
      en: 'When it has ended, that is when finishedAt has a value, get its results as CSV.',
    },
    command: String.raw`RESULT=$(curl -sS -H "Authorization: Bearer $TOKEN" "$SIMDECK/ota-api/admin/getBulkOTAResultCSVSignedUrl/$CAMPAIGN" \
  | sed -E 's/.*"url":"([^"]+)".*/\1/')
curl -sS "$SIMDECK$RESULT"`,
  },
  {
    words: {
      ja: 'ロールバックでは、同じようにドライランの台数を確認に使います。',
      en: 'Roll it back; the count of a dry run confirms it again.',
    },
    command: `CHANGED=$(ota POST "/dryRunRollbackOTA/$CAMPAIGN" '{}' | number eligible)
ROLLBACK=$(ota PUT "/rollbackOTA/$CAMPAIGN" ${json('{"confirmedCount":$CHANGED}')} | number id)
echo "$ROLLBACK"`,
  },
]
