import { endpoint } from '#api-client/endpoint.ts'

type Keys = typeof import('#contract/open-keys.ts')
type Orders = typeof import('#contract/open-orders.ts')

export const calls = {
  keys: endpoint<Keys['staffOpenKeys']>('GET', '/api/staff/open/key'),
  scopes: endpoint<Keys['staffOpenScopes']>('GET', '/api/staff/open/scope'),
  keyAdd: endpoint<Keys['staffOpenKeyAdd']>('POST', '/api/staff/open/key'),
  keyIssue: endpoint<Keys['staffOpenKeyIssue']>('POST', '/api/staff/open/key/:id/issue'),
  keyStop: endpoint<Keys['staffOpenKeyStop']>('POST', '/api/staff/open/key/:id/stop'),
  secretStop: endpoint<Keys['staffOpenSecretStop']>('POST', '/api/staff/open/secret/:id/stop'),
  waiting: endpoint<Orders['staffOpenWaiting']>('GET', '/api/staff/open/waiting'),
}
