import { MAX_HOST_LENGTH } from "./canonical-origin.ts";
import { checkNumber } from "./check.ts";
import { CrawlError } from "./errors.ts";

/** Which URLs may be asked for, beside what cannot be changed. */
export interface UrlRules {
  /** The most characters of a URL. @defaultValue 2048 */
  maxUrlLength?: number;
  /** Ports that are open beside 80, 443 and those from 1024 on that no private service uses. @defaultValue none */
  allowPorts?: readonly number[];
  /**
   * Private names that are open, for crawls inside: `"wiki"` is that name, `".internal"` every name below it.
   * Their addresses are judged all the same. @defaultValue none
   */
  allowNames?: readonly string[];
}

const DEFAULT_MAX_LENGTH = 2_048;

/** Controls vanish or change when a URL is parsed, and a backslash becomes a slash: two readers would differ. */
const UNWELCOME = /[\p{Cc}\\]/u;

/**
 * Ports from 1024 on where no web server is expected: the Fetch standard's blocked ports, and those of
 * databases, caches, queues, cluster control and remote desktops.
 */
const PRIVATE_PORTS: ReadonlySet<number> = /* @__PURE__ */ new Set([
  // Fetch standard, "bad port".
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
  // SQL Server, Oracle, MySQL, PostgreSQL, CouchDB, Cassandra, MongoDB, Neo4j, InfluxDB.
  1433, 1434, 1521, 3306, 33060, 5432, 5984, 7000, 7001, 9042, 9160, 27017, 27018, 27019, 7687, 8086,
  // Redis, memcached, RabbitMQ, Kafka, ZooKeeper, NATS, MQTT, Elasticsearch.
  6379, 6380, 16379, 11211, 5671, 5672, 15672, 25672, 9092, 2181, 4222, 1883, 8883, 9200, 9300,
  // Docker, etcd, Kubernetes, Consul, Vault, Nomad.
  2375, 2376, 2379, 2380, 6443, 10250, 10255, 10256, 8300, 8301, 8500, 8600, 8200, 4646,
  // RDP, VNC, X11, WinRM, debuggers, NFS and LDAP in Active Directory.
  3389, 5800, 5900, 5901, 6001, 5985, 5986, 9229, 5005, 3268, 3269,
]);

const refuse = (message: string): never => {
  throw new CrawlError("bad-url", message);
};

function parse(text: string): URL {
  try {
    return new URL(text);
  } catch (error) {
    throw new CrawlError("bad-url", "this is no absolute URL", { cause: error });
  }
}

/** The host without the dot that may end it. */
const nameOf = (hostname: string): string => hostname.replace(/\.$/, "");

/** Localhost names are loopback whatever DNS says (RFC 6761). */
const isLocalhost = (name: string): boolean => name === "localhost" || name.endsWith(".localhost");

/** Whether `allowNames` opens a private name. */
const isOpenName = (name: string, allowNames: readonly string[]): boolean =>
  allowNames.some((allowed) => name === allowed || (allowed.startsWith(".") && name.endsWith(allowed)));

function checkHost(hostname: string, allowNames: readonly string[]): void {
  const name = nameOf(hostname);
  if (name === "") refuse("the URL has no host");
  if (name.length > MAX_HOST_LENGTH) refuse(`the host is longer than ${MAX_HOST_LENGTH} characters`);
  if (name.split(".").some((label) => label === "")) refuse("the host has an empty label");
  if (isLocalhost(name) && !isOpenName(name, allowNames)) {
    throw new CrawlError("blocked-address", "localhost is this machine");
  }
}

function isOpenPort(port: number, allowPorts: readonly number[]): boolean {
  if (port === 80 || port === 443 || allowPorts.includes(port)) return true;
  return port >= 1_024 && !PRIVATE_PORTS.has(port);
}

/**
 * The URL that `input` stands for, when its form is one that may be asked for: http or https, no user name or
 * password, not too long, no control characters and backslashes, a host and a port of the web. Addresses are not
 * judged here.
 *
 * @throws CrawlError `bad-url`, or `blocked-address` for localhost; never quotes the URL. TypeError for what is neither
 * text nor URL.
 */
export function checkUrl(input: string | URL, rules: UrlRules = {}): URL {
  const { maxUrlLength = DEFAULT_MAX_LENGTH, allowPorts = [], allowNames = [] } = rules;
  if (typeof input !== "string" && !(input instanceof URL)) {
    throw new TypeError(`url must be a string or a URL, got ${input === null ? "null" : typeof input}`);
  }
  const most = checkNumber("maxUrlLength", maxUrlLength, { min: 16, integer: true });
  const text = typeof input === "string" ? input : input.href;
  if (text.length > most) refuse(`the URL is longer than ${most} characters`);
  if (UNWELCOME.test(text)) refuse("the URL holds a control character or a backslash");
  const url = parse(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") refuse("the scheme is not http or https");
  if (url.username !== "" || url.password !== "") refuse("the URL holds a user name or a password");
  checkHost(url.hostname, allowNames);
  if (url.port !== "" && !isOpenPort(Number(url.port), allowPorts))
    refuse(`port ${url.port} is no port of the web`);
  return url;
}

/**
 * Refuses a host name that is private ({@link isPrivateName}) and that `allowNames` does not open. Nothing is looked up.
 *
 * @throws CrawlError `blocked-address`.
 */
export function checkName({ hostname }: URL, { allowNames = [] }: UrlRules = {}): void {
  if (isPrivateName(hostname) && !isOpenName(nameOf(hostname), allowNames)) {
    throw new CrawlError("blocked-address", "the host name belongs to private networks");
  }
}

const PRIVATE_SUFFIXES = [".local", ".internal", ".home.arpa"];

/**
 * Whether a host name belongs to private networks whatever DNS says: localhost, a single label, and what ends in
 * `.local`, `.internal` or `.home.arpa`. No such name is looked up. Addresses are no names.
 */
export function isPrivateName(hostname: string): boolean {
  const name = nameOf(hostname.toLowerCase());
  if (name.startsWith("[") || name.includes(":")) return false;
  return !name.includes(".") || isLocalhost(name) || PRIVATE_SUFFIXES.some((suffix) => name.endsWith(suffix));
}
