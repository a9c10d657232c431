/** What is sent, what can come back, and the source that says so. */
type Call = {
  sends?: string
  /** Statuses and bodies of an answer. Of a refusal, only the status counts. */
  answers: string
  /** What no source says is at the end of docs/deploy.md. */
  source: string
  /** A row of that list, word by word. */
  belief?: string
}

const sdk = (name: string) => `vercel/sdk 426eb4b7, src/funcs/${name}.ts`
const cli = (path: string) => `vercel/vercel 17d9ebaf, packages/cli/${path}`
const terraform = 'vercel/terraform-provider-vercel c8a6711c, client/project.go'
const program = (what: string) => `@supabase/cli-linux-x64 3.1.0, ${what}`

/** `:id` is an id or a name. The CLI makes the last five while it deploys. */
export const vercelCalls = {
  'GET /v2/user': {
    answers: '200 {user: {username}}; 403 for a token that it does not know',
    source: `${sdk('userGetAuthUser')}, npm vercel 58.10.0, getUser`,
  },
  'GET /v2/teams': {
    sends: '?limit',
    answers: '200 {teams: [{id, slug, billing.plan, membership.role}]}',
    source: sdk('teamsGetTeams'),
  },
  'GET /v9/projects/:id': {
    answers: '200 {id, name, accountId, resourceConfig.functionDefaultRegions, targets.production}; 404',
    source: `${sdk('projectsGetProject')}, ${terraform}`,
  },
  'POST /v11/projects': {
    sends: '{name, framework, buildCommand, resourceConfig.functionDefaultRegions}',
    answers: '200 the project; 409',
    source: `${sdk('projectsCreateProject')}, ${terraform}`,
  },
  'PATCH /v9/projects/:id': {
    sends: '{resourceConfig.functionDefaultRegions, framework, rootDirectory, buildCommand}',
    answers: '200 the project',
    source: `${sdk('projectsUpdateProject')}, ${terraform}`,
  },
  'GET /v10/projects/:id/env': {
    answers: '200 {envs: [{key, target, comment}]}',
    source: sdk('projectsFilterProjectEnvs'),
  },
  'POST /v10/projects/:id/env': {
    sends: '?upsert=true {key, value, target, comment, type}',
    answers: '201 {created, failed: [{error: {code, message}}]}; 400 ENV_CONFLICT',
    source: sdk('projectsCreateProjectEnv'),
    belief:
      'Vercel takes sensitive variables from every team, and replaces one that is for more than production.',
  },
  'GET /v9/projects/:id/domains/:id': {
    answers: '200 {name, apexName, verified, verification}; 404',
    source: sdk('projectsGetProjectDomain'),
  },
  'POST /v10/projects/:id/domains': {
    sends: '{name}',
    answers: '200 the domain; 409',
    source: sdk('projectsAddProjectDomain'),
  },
  'POST /v9/projects/:id/domains/:id/verify': {
    answers: '200 the domain; 400 while the record is missing',
    source: sdk('projectsVerifyProjectDomain'),
  },
  'GET /v6/domains/:id/config': {
    answers: '200 {misconfigured, recommendedIPv4, recommendedCNAME}',
    source: sdk('domainsGetDomainConfig'),
  },
  'GET /v6/deployments': {
    sends: '?projectId&target&state&rollbackCandidate&limit',
    answers: '200 {deployments: [{uid, url, readyState, meta, created}]}, without the reason of a state',
    source: `${sdk('deploymentsGetDeployments')} (as /v7), vercel/sdk 8da33511, the same file (as /v6)`,
  },
  'GET /v13/deployments/:id': {
    answers: '200 {id, url, readyState, readyStateReason, meta}, also for a host name; 404',
    source: sdk('deploymentsGetDeployment'),
    belief: 'Vercel names the deployment that a domain serves, also after a rollback.',
  },
  'POST /v1/projects/:id/rollback/:id': {
    answers: '201 without a body; 402 on Hobby',
    source: `${sdk('projectsRequestRollback')}, ${cli('test/unit/commands/rollback/index.test.ts')}`,
  },
  'POST /v10/projects/:id/promote/:id': {
    answers: '201 or 202 without a body',
    source: `${sdk('projectsRequestPromote')}, ${cli('src/commands/promote/request-promote.ts')}`,
  },
  'GET /teams/:id': { answers: '200 the team', source: 'npm vercel 58.10.0, getTeamById' },
  'POST /v2/files': { sends: 'a file', answers: '200 {urls}', source: sdk('deploymentsUploadFile') },
  'POST /v13/deployments': {
    sends: '{files, meta, gitMetadata}',
    answers: '200 the deployment, BLOCKED for a foreign author in gitMetadata',
    source: `${sdk('deploymentsCreateDeployment')}, vercel/vercel issue 13998`,
    belief: 'A deployment without a commit is never blocked for its author.',
  },
} satisfies Record<string, Call>
export type VercelCall = keyof typeof vercelCalls

/** Made by the Supabase CLI. `:ref` is a project's id. */
export const supabaseCalls = {
  'GET /v1/profile': { answers: '200 {username, primary_email}', source: program('login') },
  'GET /v1/organizations': { answers: '200 [{id, slug, name}]', source: program('orgs list') },
  'GET /v1/projects': { answers: '200 [{ref, name, region, status}]', source: program('projects list') },
  'POST /v1/projects': {
    sends: '{name, organization_slug, db_pass, region}',
    answers: '201 the project',
    source: program('projects create (gDe)'),
    belief: 'Supabase answers 403 if a member creates a project and may not.',
  },
  'GET /v1/projects/:ref': { answers: '200 the project; 404', source: program('link') },
  'GET /v1/projects/:ref/api-keys': {
    sends: '?reveal=true',
    answers: '200 [{name, type, api_key}], of which only the name is always there',
    source: program('projects api-keys'),
  },
  'GET /v1/projects/:ref/config/database/pooler': {
    answers: '200 [{db_user, db_host, db_port, connection_string}]',
    source: program('link'),
  },
  'GET /v1/projects/:ref/config/storage': {
    answers: '200; a refusal is passed over',
    source: program('link'),
  },
  'POST /v1/projects/:ref/database/query': {
    sends: '{query, read_only}',
    answers: '201 [rows]; 400 {message}; read_only as the role supabase_read_only_user',
    source: `${program('db query (v1RunAQuery)')}, supabase-community/supabase-mcp 17fb90f8, supabase/postgres 7db7e1a9 migrations/db/init-scripts/00000000000000-initial-schema.sql`,
    belief: '`read_only` lets a query read every table.',
  },
  'GET /v1/projects/:ref/secrets': {
    answers: '200 [{name, value: a SHA-256 digest}]',
    source: program('secrets list'),
  },
  'POST /v1/projects/:ref/secrets': {
    sends: '[{name, value}]',
    answers: '201 without a body',
    source: program('secrets set'),
  },
  'DELETE /v1/projects/:ref/secrets': {
    sends: '[name]',
    answers: '200 without a body',
    source: program('secrets unset'),
  },
  'GET /v1/projects/:ref/functions': {
    answers: '200 [{slug, version}]',
    source: program('functions deploy'),
  },
  'POST /v1/projects/:ref/functions/deploy': {
    sends: 'the files and their metadata',
    answers: '201 {id, slug, version}',
    source: program('functions deploy --use-api'),
  },
} satisfies Record<string, Call>
export type SupabaseCall = keyof typeof supabaseCalls

const auth = (path: string) => `supabase/auth bc32168e, internal/${path}`

/** With the publishable key and the member's session. */
export const authCalls = {
  'POST /otp': {
    sends: '{email, create_user}',
    answers: '200 {}; 403 what the hook says; 429 over_email_send_rate_limit',
    source: auth('api/otp.go, magic_link.go, mail.go'),
  },
  'POST /verify': {
    sends: '{type: email, email, token}',
    answers: '200 the session; 403 otp_expired',
    source: auth('api/verify.go'),
  },
  'POST /token': {
    sends: '?grant_type=refresh_token {refresh_token}',
    answers:
      '200 the session; 400 refresh_token_already_used, refresh_token_not_found, session_not_found, session_expired, user_banned',
    source: auth('tokens/service.go'),
  },
  'GET /user': {
    answers: '200 {factors: [{id, status, factor_type}]}; 403 session_not_found, user_banned',
    source: auth('api/auth.go'),
  },
  'POST /logout': { sends: '?scope', answers: '204', source: auth('api/logout.go') },
  'POST /factors': {
    sends: '{factor_type, friendly_name, issuer}',
    answers: '200 {id, totp: {qr_code, secret, uri}}; 403 insufficient_aal',
    source: auth('api/mfa.go'),
  },
  'POST /factors/:id/challenge': { answers: '200 {id, type, expires_at}', source: auth('api/mfa.go') },
  'POST /factors/:id/verify': {
    sends: '{challenge_id, code}',
    answers: '200 the session; 422 mfa_verification_failed, mfa_ip_address_mismatch',
    source: auth('api/mfa.go'),
  },
} satisfies Record<string, Call>
export type AuthCall = keyof typeof authCalls

/** Made by setup, because no command of the CLI sends these fields alone. */
export const managementCalls = {
  'GET /v1/projects/:ref/config/auth': {
    answers: '200 the settings; that smtp_pass is a digest is believed, and it is not read',
    source: program('v1GetAuthServiceConfig'),
  },
  'PATCH /v1/projects/:ref/config/auth': {
    sends: 'the settings that change',
    answers: '200 the settings; 400 {message} for a value out of its range',
    source: program('v1UpdateAuthServiceConfig'),
    belief: 'Every plan takes the settings of sign-in with an own mail server.',
  },
} satisfies Record<string, Call>
export type ManagementCall = keyof typeof managementCalls

const calendly = (page: string) => `developer.calendly.com of 2026-11-03, ${page}`
const calendlyBelief =
  'Calendly names the owner of a token, and lists and deletes subscriptions, as it describes.'

/** With the scopes users:read, scheduled_events:read (for the events), webhooks:read and webhooks:write. */
export const calendlyCalls = {
  'GET /users/me': {
    answers: '200 {resource: {uri, current_organization}}',
    source: calendly('Get current user'),
    belief: calendlyBelief,
  },
  'GET /webhook_subscriptions': {
    sends: '?organization&user&scope&count',
    answers: '200 {collection: [{uri, callback_url, state}]}; 401, 403 {title, message}',
    source: calendly('List webhook subscriptions'),
    belief: calendlyBelief,
  },
  'POST /webhook_subscriptions': {
    sends: '{url, events, organization, user, scope, signing_key}',
    answers: '201 {resource: {uri, callback_url, state}}; 403 {title, message} for a scope or a plan',
    source: calendly('Create webhook subscription, Scopes'),
  },
  'DELETE /webhook_subscriptions/:id': {
    answers: '204',
    source: calendly('Delete webhook subscription'),
    belief: calendlyBelief,
  },
} satisfies Record<string, Call>
export type CalendlyCall = keyof typeof calendlyCalls

/** Run by setup or named in docs/deploy.md, with the calls of each. */
export const supabaseCommands = {
  login: ['GET /v1/profile'],
  'orgs list': ['GET /v1/organizations'],
  'projects list': ['GET /v1/projects'],
  'projects create': ['POST /v1/projects'],
  'projects api-keys': ['GET /v1/projects/:ref/api-keys'],
  link: [
    'GET /v1/projects/:ref',
    'GET /v1/projects/:ref/api-keys',
    'GET /v1/projects/:ref/config/database/pooler',
    'GET /v1/projects/:ref/config/storage',
  ],
  'db query': ['POST /v1/projects/:ref/database/query'],
  // Speaks to the database, with a login that is a belief.
  'db push': [],
  'secrets list': ['GET /v1/projects/:ref/secrets'],
  'secrets set': ['POST /v1/projects/:ref/secrets'],
  'secrets unset': ['DELETE /v1/projects/:ref/secrets'],
  'functions deploy': ['GET /v1/projects/:ref/functions', 'POST /v1/projects/:ref/functions/deploy'],
} satisfies Record<string, SupabaseCall[]>
export type SupabaseCommand = keyof typeof supabaseCommands
