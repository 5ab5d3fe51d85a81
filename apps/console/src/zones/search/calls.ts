import { endpoint } from '#api-client/endpoint.ts'

type Lab = typeof import('#contract/searchlab.ts')

export const calls = {
  tried: endpoint<Lab['staffSearchTry']>('GET', '/api/staff/search/try'),
  companies: endpoint<Lab['staffSearchCompanies']>('GET', '/api/staff/search/company'),
  asked: endpoint<Lab['staffSearchAsked']>('GET', '/api/staff/search/asked'),
  next: endpoint<Lab['staffSearchNext']>('GET', '/api/staff/search/next'),
  words: endpoint<Lab['staffSearchWords']>('GET', '/api/staff/search/word'),
  wordAdd: endpoint<Lab['staffSearchWordAdd']>('POST', '/api/staff/search/word'),
  wordSave: endpoint<Lab['staffSearchWordSave']>('POST', '/api/staff/search/word/:id'),
  wordRemove: endpoint<Lab['staffSearchWordRemove']>('POST', '/api/staff/search/word/:id/remove'),
  pins: endpoint<Lab['staffSearchPins']>('GET', '/api/staff/search/pin'),
  pinAdd: endpoint<Lab['staffSearchPinAdd']>('POST', '/api/staff/search/pin'),
  pinRemove: endpoint<Lab['staffSearchPinRemove']>('POST', '/api/staff/search/pin/:id/remove'),
}
