export function CampaignPage() {
  return <main id="main" />
}
