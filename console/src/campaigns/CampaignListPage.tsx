export function CampaignListPage() {
  return <main id="main" />
}
