/** Other systems are told what happens: endpoints, messages, and what came of each try. */
export { startWebhooks } from './sending.ts'
