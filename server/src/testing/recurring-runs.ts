/** The numbers of successful and failed runs of a recurring job, from the metrics of the server. */
export async function recurringRuns({ metricsUrl }: { metricsUrl: string }, job: string): Promise<{ succeeded: number; failed: number }> {
  const metrics = await (await fetch(metricsUrl)).text()
  const count = (outcome: string) =>
    Number(metrics.split(`simdeck_recurring_runs_total{work="${job}",outcome="${outcome}"} `)[1]?.split('\n')[0] ?? 0)
  return { succeeded: count('succeeded'), failed: count('failed') }
}
