import { setServers } from 'node:dns'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** Has this process trust a certificate and ask a name server of the tests. */
export function trust(certificate: string, nameServer: string) {
  setDefaultCACertificates([...getCACertificates(), certificate])
  setServers([nameServer])
}

// Preloaded into a process of its own by --import.
const { DOCTOR_TEST_CERTIFICATE: certificate, DOCTOR_TEST_NAME_SERVER: server } = process.env
if (certificate && server) trust(certificate, server)
