export function PackageDetailPage() {
  return <main id="main" />
}
