import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A key and the certificate that goes with it, as PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/**
 * Makes a self-signed certificate for names (`DNS:site.example`) or addresses (`IP:127.0.0.1`), which is its own
 * authority, with the system's openssl.
 */
export function certificateFor(...names: string[]): Certificate {
  const folder = mkdtempSync(join(tmpdir(), "robots-governor-"));
  const [key, cert, config] = ["key.pem", "cert.pem", "openssl.cnf"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(
    config,
    `[req]\ndistinguished_name = name\nx509_extensions = more\nprompt = no\n[name]\nCN = test\n` +
      `[more]\nsubjectAltName = ${names.join(",")}\nbasicConstraints = critical,CA:TRUE\n`,
  );
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const files = ["-keyout", key, "-out", cert, "-config", config];
  execFileSync("openssl", ["req", "-x509", "-nodes", "-days", "2", ...curve, ...files], { stdio: "pipe" });
  const made = { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  rmSync(folder, { recursive: true });
  return made;
}
