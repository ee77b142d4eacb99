import type { FastifyInstance } from 'fastify'

const wholeMs = 30_000
const silentMs = 60_000

/**
 * Ends connections with incomplete requests. A request must be complete within half a minute; a streamed file may take longer as long as
 * octets arrive.
 */
export function limitUploadTime(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, routeOptions } = request
    done()
    const isStreamed = 'streamed' in routeOptions.config && routeOptions.config.streamed === true
    let lastBytesRead = raw.socket.bytesRead
    const check = () => {
      if (raw.complete) return stop()
      // The client is not to blame while the server does not read.
      const waits = isStreamed && (raw.isPaused() || raw.socket.bytesRead > lastBytesRead)
      if (!waits) return void raw.socket.destroy()
      lastBytesRead = raw.socket.bytesRead
      timer = setTimeout(check, limitMs)
    }
    const limitMs = isStreamed ? silentMs : wholeMs
    let timer = setTimeout(check, limitMs)
    const stop = () => clearTimeout(timer)
    raw.once('end', stop)
    raw.once('close', stop)
  })
}
