import { endpoint } from '#api-client/endpoint.ts'

type Background = typeof import('#contract/background.ts')
type Channels = typeof import('#contract/channels.ts')
type Console = typeof import('#contract/console.ts')
type People = typeof import('#contract/staff-people.ts')
type Passkeys = typeof import('#contract/passkeys.ts')
type Settings = typeof import('#contract/settings.ts')
type Seals = typeof import('#contract/seals.ts')

export const calls = {
  sessions: endpoint<Console['staffSessions']>('GET', '/api/staff/me/session'),
  sessionEnd: endpoint<Console['staffSessionEnd']>('DELETE', '/api/staff/me/session/:id'),
  people: endpoint<People['staffPeople']>('GET', '/api/staff/person'),
  personAdd: endpoint<People['staffPersonAdd']>('POST', '/api/staff/person'),
  personRoles: endpoint<People['staffPersonRoles']>('POST', '/api/staff/person/:id/roles'),
  personView: endpoint<People['staffPersonView']>('POST', '/api/staff/person/:id/view'),
  viewChoices: endpoint<People['staffViewChoices']>('GET', '/api/staff/view_choices'),
  personCommand: endpoint<People['staffPersonCommand']>('POST', '/api/staff/person/:id/:command'),
  roles: endpoint<People['staffRoles']>('GET', '/api/staff/role'),
  roleSave: endpoint<People['staffRoleSave']>('POST', '/api/staff/role'),
  roleRemove: endpoint<People['staffRoleRemove']>('DELETE', '/api/staff/role/:key'),
  filePlaces: endpoint<Console['staffFilePlaces']>('GET', '/api/staff/file_places'),
  jobs: endpoint<Background['staffJobs']>('GET', '/api/staff/job'),
  jobDeed: endpoint<Background['staffJobDeed']>('POST', '/api/staff/job/:id/:command'),
  channels: endpoint<Channels['staffChannels']>('GET', '/api/staff/channel'),
  channelTest: endpoint<Channels['staffChannelTest']>('POST', '/api/staff/channel/:key/test'),
  sentMessages: endpoint<Channels['staffSentMessages']>('GET', '/api/staff/sent_message'),
  audit: endpoint<Console['staffAudit']>('GET', '/api/staff/audit'),
  settings: endpoint<Settings['staffSettings']>('GET', '/api/staff/setting'),
  settingSave: endpoint<Settings['staffSettingSave']>('POST', '/api/staff/setting'),
  settingHistory: endpoint<Settings['staffSettingHistory']>('GET', '/api/staff/setting/:key/history'),
  opening: endpoint<Settings['staffOpening']>('GET', '/api/staff/opening'),
  seals: endpoint<Seals['staffSealList']>('GET', '/api/staff/seal'),
  sealRegister: endpoint<Seals['staffSealRegister']>('POST', '/api/staff/seal'),
  certificate: endpoint<Seals['staffCertificate']>('GET', '/api/staff/certificate'),
  passkeys: endpoint<Passkeys['staffPasskeys']>('GET', '/api/staff/me/passkey'),
  passkeyName: endpoint<Passkeys['staffPasskeyRename']>('POST', '/api/staff/me/passkey/:id/name'),
  passkeyRemove: endpoint<Passkeys['staffPasskeyRemove']>('POST', '/api/staff/me/passkey/:id/remove'),
}
