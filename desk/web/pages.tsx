import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column'
import Download from 'lucide-react/icons/download'
import FlaskConical from 'lucide-react/icons/flask-conical'
import FunnelIcon from 'lucide-react/icons/funnel'
import Mail from 'lucide-react/icons/mail'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import SettingsIcon from 'lucide-react/icons/settings'
import Users from 'lucide-react/icons/users'
import { actOnCall } from './pages/calls/actions.ts'
import { showCalls } from './pages/calls/show.ts'
import { CallsPage } from './pages/calls/view.tsx'
import { eraseLead } from './pages/erase/actions.ts'
import { confirmErasure } from './pages/erase/show.ts'
import { Erase } from './pages/erase/view.tsx'
import { exportLeads, showExports } from './pages/exports/show.ts'
import { Exports } from './pages/exports/view.tsx'
import { showFunnel } from './pages/funnel/show.ts'
import { Funnel } from './pages/funnel/view.tsx'
import { chooseColumns, keepView } from './pages/leads/actions.ts'
import { listLeads } from './pages/leads/show.ts'
import { Leads } from './pages/leads/view.tsx'
import { showLog } from './pages/log/show.ts'
import { Log } from './pages/log/view.tsx'
import { actOnCause, actOnMails } from './pages/mails/actions.ts'
import { sendTestMail } from './pages/mails/sender.ts'
import { explainHeaders, showMails, showSender } from './pages/mails/show.ts'
import { Mails } from './pages/mails/view.tsx'
import { changeMembers } from './pages/members/actions.ts'
import { showMembers } from './pages/members/show.ts'
import { Members } from './pages/members/view.tsx'
import { Message } from './pages/message/view.tsx'
import { showOverview } from './pages/overview/show.ts'
import { answerOneText } from './pages/overview/texts.ts'
import { Overview } from './pages/overview/view.tsx'
import { actions } from './pages/person/actions.ts'
import { downloadEvidence, downloadStored } from './pages/person/downloads.ts'
import { showLead } from './pages/person/show.ts'
import { Person } from './pages/person/view.tsx'
import { saveSettings, setKeys } from './pages/settings/actions.ts'
import { showSettings } from './pages/settings/show.ts'
import { Settings } from './pages/settings/view.tsx'
import * as signInSteps from './pages/sign-in/view.tsx'
import { actOnNumbers } from './pages/texting/actions.ts'
import { showTexting } from './pages/texting/show.ts'
import { Texting } from './pages/texting/view.tsx'
import { compareVariants } from './pages/variants/show.ts'
import { Variants } from './pages/variants/view.tsx'
import type { Page } from './server/page.ts'

const page = <Props,>(row: Page<Props>) => row

/** Those with an icon are in the navigation, in this order. */
export const pages = {
  overview: page({
    name: 'Overview',
    path: '/',
    icon: ChartNoAxesColumn,
    show: showOverview,
    View: Overview,
    posts: { '/texts': answerOneText },
  }),
  leads: page({
    name: 'Leads',
    path: '/leads',
    icon: Users,
    waiting: ({ held }) => held,
    show: listLeads,
    View: Leads,
    posts: { '/leads/columns': chooseColumns, '/leads/views': keepView },
  }),
  calls: page({
    name: 'Calls',
    path: '/calls',
    under: '/leads',
    show: showCalls,
    View: CallsPage,
    posts: { '/calls': actOnCall },
  }),
  person: page({
    name: 'Person',
    path: '/leads/:id',
    under: '/leads',
    show: showLead,
    View: Person,
    posts: { ...actions, '/leads/:id/evidence.txt': downloadEvidence },
    downloads: { '/leads/:id/stored.json': downloadStored },
  }),
  erase: page({
    name: 'Erase?',
    path: '/leads/:id/erase',
    under: '/leads',
    show: confirmErasure,
    View: Erase,
    posts: { '/leads/:id/erase': eraseLead },
  }),
  mails: page({
    name: 'Emails',
    path: '/mails',
    icon: Mail,
    waiting: ({ failed }) => failed,
    show: showMails,
    View: Mails,
    posts: {
      '/mails': actOnMails,
      '/mails/causes': actOnCause,
      '/mails/headers': explainHeaders,
      '/mails/sender': showSender,
      '/mails/test': sendTestMail,
    },
    // Enter in the address bar asks for these again.
    gets: { '/mails/headers': showMails, '/mails/sender': showSender },
  }),
  texting: page({
    name: 'Texting',
    path: '/texting',
    icon: MessageSquareText,
    show: showTexting,
    View: Texting,
    posts: { '/texting': actOnNumbers },
  }),
  exports: page({
    name: 'Exports',
    path: '/exports',
    icon: Download,
    call: 'count_exports',
    show: showExports,
    View: Exports,
    downloads: { '/leads.csv': exportLeads },
  }),
  funnel: page({ name: 'Funnel', path: '/funnel', icon: FunnelIcon, show: showFunnel, View: Funnel }),
  variants: page({
    name: 'Variants',
    path: '/variants',
    icon: FlaskConical,
    show: compareVariants,
    View: Variants,
  }),
  settings: page({
    name: 'Settings',
    path: '/settings',
    icon: SettingsIcon,
    show: showSettings,
    View: Settings,
    posts: { '/settings': saveSettings, '/settings/keys': setKeys },
  }),
  members: page({
    name: 'Members',
    path: '/members',
    under: '/settings',
    call: 'list_members',
    show: showMembers,
    View: Members,
    posts: { '/members': changeMembers },
  }),
  log: page({ name: 'Log', path: '/log', under: '/settings', call: 'list_log', show: showLog, View: Log }),
}

export const message = { View: Message }

export const signIn = {
  address: { View: signInSteps.AskAddress },
  code: { View: signInSteps.AskCode },
  begin: { View: signInSteps.BeginFactor },
  enrol: { View: signInSteps.EnrolFactor },
  factor: { View: signInSteps.AskFactor },
  waiting: { View: signInSteps.Waiting },
  again: { View: signInSteps.PressAgain },
  signOut: { View: signInSteps.AskSignOut },
  told: { View: signInSteps.Told },
}
