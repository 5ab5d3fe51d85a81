/** Other systems are told what happens: endpoints, messages, and what came of each try. */

export { stopEndpointsOf } from './endpoint-store.ts'
export { startWebhooks } from './sending.ts'
