/** How often the recurring work of that name succeeded and failed, as the metrics of the server say. */
export async function recurringRuns({ metricsUrl }: { metricsUrl: string }, work: string): Promise<{ succeeded: number; failed: number }> {
  const metrics = await (await fetch(metricsUrl)).text()
  const count = (outcome: string) =>
    Number(metrics.split(`simdeck_recurring_runs_total{work="${work}",outcome="${outcome}"} `)[1]?.split('\n')[0] ?? 0)
  return { succeeded: count('succeeded'), failed: count('failed') }
}
