import { endpoint } from '#api-client/endpoint.ts'

type Keys = typeof import('#contract/open-keys.ts')
type Hooks = typeof import('#contract/open-webhooks.ts')
type Orders = typeof import('#contract/open-orders.ts')

export const calls = {
  keys: endpoint<Keys['staffOpenKeys']>('GET', '/api/staff/open/key'),
  scopes: endpoint<Keys['staffOpenScopes']>('GET', '/api/staff/open/scope'),
  keyAdd: endpoint<Keys['staffOpenKeyAdd']>('POST', '/api/staff/open/key'),
  keyRenew: endpoint<Keys['staffOpenKeyRenew']>('POST', '/api/staff/open/key/:id/renew'),
  keyIssue: endpoint<Keys['staffOpenKeyIssue']>('POST', '/api/staff/open/key/:id/issue'),
  company: endpoint<Keys['staffOpenCompany']>('POST', '/api/staff/open/company/:id/:command'),
  keyStop: endpoint<Keys['staffOpenKeyStop']>('POST', '/api/staff/open/key/:id/stop'),
  secretStop: endpoint<Keys['staffOpenSecretStop']>('POST', '/api/staff/open/secret/:id/stop'),
  webhooks: endpoint<Hooks['staffWebhooks']>('GET', '/api/staff/open/webhook'),
  webhookAdd: endpoint<Hooks['staffWebhookAdd']>('POST', '/api/staff/open/webhook'),
  webhookIssue: endpoint<Hooks['staffWebhookIssue']>('POST', '/api/staff/open/webhook/:id/issue'),
  webhookCommand: endpoint<Hooks['staffWebhookCommand']>('POST', '/api/staff/open/webhook/:id/:command'),
  webhookSecretStop: endpoint<Hooks['staffWebhookSecretStop']>('POST', '/api/staff/open/webhook_secret/:id/stop'),
  webhookMessages: endpoint<Hooks['staffWebhookMessages']>('GET', '/api/staff/open/webhook/:id/message'),
  webhookAgain: endpoint<Hooks['staffWebhookAgain']>('POST', '/api/staff/open/webhook/:id/again'),
  waiting: endpoint<Orders['staffOpenWaiting']>('GET', '/api/staff/open/waiting'),
}
