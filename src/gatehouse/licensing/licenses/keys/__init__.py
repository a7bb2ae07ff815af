"""The license key and the license file, with which users set up a licensed tool."""
