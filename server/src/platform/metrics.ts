import { createServer } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics of the process. Labels contain no identities. */
export class Metrics {
  readonly registry = new Registry()
  readonly httpSeconds
  readonly deviceFrames
  readonly deviceRefused
  readonly deviceSeconds
  readonly estRequests
  readonly scp81Requests
  readonly loadBlocks
  readonly otaEnded
  readonly recurringRuns
  readonly recurringSeconds
  readonly queuedRuns
  readonly queuedSeconds

  constructor() {
    const registers = [this.registry]
    collectDefaultMetrics({ register: this.registry })
    this.httpSeconds = new Histogram({
      name: 'simdeck_http_seconds',
      help: 'Time to answer an HTTP request',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 1, 5],
      registers,
    })
    this.deviceFrames = new Counter({
      name: 'simdeck_device_frames_total',
      help: 'Frames of cards that were answered, by message',
      labelNames: ['message'],
      registers,
    })
    this.deviceRefused = new Counter({
      name: 'simdeck_device_refused_total',
      help: 'Frames of cards that were refused, by reason',
      labelNames: ['reason'],
      registers,
    })
    this.deviceSeconds = new Histogram({
      name: 'simdeck_device_seconds',
      help: 'Time to answer a frame of a card',
      labelNames: ['kind'],
      buckets: [0.0005, 0.002, 0.01, 0.05, 0.25, 1],
      registers,
    })
    this.estRequests = new Counter({
      name: 'simdeck_est_requests_total',
      help: 'Requests of devices over EST that were answered, by operation and status',
      labelNames: ['operation', 'status'],
      registers,
    })
    this.scp81Requests = new Counter({
      name: 'simdeck_scp81_requests_total',
      help: 'Requests of admin agents of cards that were answered, by status',
      labelNames: ['status'],
      registers,
    })
    this.loadBlocks = new Counter({ name: 'simdeck_ota_commands_acked_total', help: 'Commands that cards confirmed', registers })
    this.otaEnded = new Counter({
      name: 'simdeck_ota_ended_total',
      help: 'OTAs that ended, by status and code',
      labelNames: ['status', 'code'],
      registers,
    })
    this.recurringRuns = new Counter({
      name: 'simdeck_recurring_runs_total',
      help: 'Runs of recurring work, by name and outcome',
      labelNames: ['work', 'outcome'],
      registers,
    })
    this.recurringSeconds = new Histogram({
      name: 'simdeck_recurring_seconds',
      help: 'Duration of runs of recurring work, by name',
      labelNames: ['work'],
      buckets: [0.01, 0.1, 1, 10, 60],
      registers,
    })
    this.queuedRuns = new Counter({
      name: 'simdeck_queued_runs_total',
      help: 'Attempts at stored work, by name and outcome',
      labelNames: ['work', 'outcome'],
      registers,
    })
    this.queuedSeconds = new Histogram({
      name: 'simdeck_queued_seconds',
      help: 'Duration of attempts at stored work, by name',
      labelNames: ['work'],
      buckets: [0.1, 1, 10, 60, 600, 3600],
      registers,
    })
  }

  /** Adds a gauge whose value is read at each request of the metrics. */
  measure(name: string, help: string, value: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers: [this.registry], collect: () => gauge.set(value()) })
  }
}

/** Serves `/metrics` for Prometheus on a separate loopback port. */
export async function serveMetrics(metrics: Metrics, port: number): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    metrics.registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((done, failed) => server.once('error', failed).listen(port, '127.0.0.1', done))
  const address = server.address()
  return {
    port: address && typeof address === 'object' ? address.port : port,
    close: () => new Promise((done) => server.close(() => done())),
  }
}
